// verdict: bug
// check: shift
// message: shift by a negative amount or by the width or more
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char small = 1;
  __VERIFIER_assume(n >= 0 && n <= 32);
  /* The operand is promoted: 31 is fine, 32 is not. */
  return small << n != 0;
}
