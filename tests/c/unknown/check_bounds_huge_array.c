// verdict: unknown
// check: bounds
// data-model: ILP32
// The size in bytes wraps around for some lengths, but no array is as long.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) return 0;
  int a[n];
  a[n - 1] = 1;
  return a[n - 1];
}
