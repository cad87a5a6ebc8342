// verdict: correct
// check: bounds,free,null
extern int __VERIFIER_nondet_int(void);
int last(const int *from, const int *to) { return from < to ? to[-1] : 0; }
int main(void) {
  int a[3] = { 1, 2, 3 };
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  /* One past the end is a pointer, too. */
  const int *end = a + n;
  return last(a, end) + last(end, end);
}
