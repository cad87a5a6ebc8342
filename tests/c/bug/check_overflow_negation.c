// verdict: bug
// check: overflow
// message: signed overflow in `-x`
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return -x;
}
