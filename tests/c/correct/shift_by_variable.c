// verdict: correct
// integers: bv mixed mixed-all-ops
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned x = __VERIFIER_nondet_int();
  if (n < 0 || n > 7) return 0;
  check((1u << n) <= 128);
  check(((1u << n) & (1u << n) - 1) == 0);
  check((x << n >> n) <= x);
  check((-1 >> n) == -1);
  return 0;
}
