// check: bounds
// confirm: index 4 out of bounds
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  a[i] = 7;
  return a[0];
}
