// verdict: correct
// bound: 17
// A length that is a multiple of the elements' size ends between elements.
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);

int main(void) {
  short a[3] = { -1, -1, -1 }, b[3] = { 5, 6, 7 };
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > 3 || k > sizeof b) return 0;
  memset(a, 0, n * sizeof *a);
  if (a[2] != -1 && a[2] != 0) __VERIFIER_error();
  memcpy(b, a, k);
  if (k == 3 && (b[0] != a[0] || b[1] >> 8 != 0 || b[2] != 7)) __VERIFIER_error();
  return 0;
}
