// verdict: bug
// check: uninit
// confirm: no, no sanitizer of gcc sees it
// message: read of uninitialised variable `x`
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, c = __VERIFIER_nondet_int();
  if (c) x = 1;
  return x;
}
