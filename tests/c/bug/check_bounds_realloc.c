// verdict: bug
// check: bounds
// message: access outside of the object that the pointer points to
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void *memset(void *, int, unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 100);
  char *p = malloc(n);
  memset(p, 1, n);
  p = realloc(p, n - 1);
  if (n > 1) p[0] = 2;
  return p[n - 1];
}
