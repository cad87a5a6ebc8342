// verdict: bug
// check: shift
// message: shift by a negative amount or by the width or more
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < 0 ? 0 : 1 >> n;
}
