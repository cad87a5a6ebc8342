// verdict: bug
// bound: 17
// The copy may end inside of the second element.
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned a[4] = {0}, b[4] = {~0u, ~0u, ~0u, ~0u};
  if (n > 11) return 0;
  memcpy(a, b, n);
  if (a[1] == 0xffff && a[2] == 0) reach_error();
  return 0;
}
