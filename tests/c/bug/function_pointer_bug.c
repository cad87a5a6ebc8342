// verdict: bug
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int one(void) { return 1; }
int two(void) { return 2; }
int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() ? one : two;
  check(f() == 1);
  return 0;
}
