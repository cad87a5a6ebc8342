// verdict: bounded 3
// bound: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int()) { n++; __VERIFIER_assume(n < 1000); }
  check(n < 50);
  return 0;
}
