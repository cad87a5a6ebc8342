// verdict: correct
// check: null
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  if (p && *p) return 1;
  return p ? *p : 0;
}
