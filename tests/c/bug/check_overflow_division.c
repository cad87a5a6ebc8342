// verdict: bug
// check: overflow
// message: signed overflow in `y / x`
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != -1) return 0;
  int y = -2147483647 - 1;
  return y / x;
}
