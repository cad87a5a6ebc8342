// verdict: bug
// assumes: nothing
// The old value may be read before the call changes it.
// confirm: no, a compiler has one order of the two
extern void __VERIFIER_error(void);
static int total = 1;
static int step(void) { total = 10; return 5; }
int main(void) {
  total += step();
  if (total != 15) __VERIFIER_error();
  return 0;
}
