// verdict: bug
// check: bounds
// message: access outside of the object that the pointer points to
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void *alloca(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 4);
  int a[n];
  int *p = alloca(n * sizeof(int));
  a[n - 1] = 1;
  p[n - 1] = a[n - 1];
  return p[0] + a[n];
}
