// verdict: correct
// bound: 6
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int main(void) {
  check(fact(4) == 24);
  return 0;
}
