// verdict: bug
// confirm: no, a compiler has one order of the two
// assumes: nothing
extern void __VERIFIER_error(void);
static int count;
static int next(void) { return ++count; }
static int minus(int a, int b) { return a - b; }
int main(void) {
  if (minus(next(), next()) != -1) __VERIFIER_error();
  return 0;
}
