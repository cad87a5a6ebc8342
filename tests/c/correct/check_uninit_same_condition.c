// verdict: correct
// check: uninit
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, y, c = __VERIFIER_nondet_int();
  if (c) x = 1;
  y = 2;
  return c ? x : y;
}
