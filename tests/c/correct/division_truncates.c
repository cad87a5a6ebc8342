// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == -7);
  check(a / 2 == -3);
  check(a % 2 == -1);
  check(7 / -2 == -3 && 7 % -2 == 1);
  check(7u / 2u == 3u);
  return 0;
}
