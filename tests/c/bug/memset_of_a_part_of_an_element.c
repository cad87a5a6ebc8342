// verdict: bug
// bound: 9
// A length that is not known may end inside of an element.
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memset(void *, int, unsigned long);

int main(void) {
  int a[2] = { -1, -1 };
  unsigned n = __VERIFIER_nondet_uint();
  if (n > sizeof a) return 0;
  memset(a, 0, n);
  if (a[1] != -1 && a[1] != 0) __VERIFIER_error();
  return 0;
}
