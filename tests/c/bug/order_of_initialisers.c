// verdict: bug
// assumes: nothing
// confirm: no, a compiler has one order of the two
extern void __VERIFIER_error(void);
static int count;
static int next(void) { return ++count; }
int main(void) {
  int pair[2] = {next(), next()};
  if (pair[0] != 1) __VERIFIER_error();
  return 0;
}
