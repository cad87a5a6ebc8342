// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  check((x & 1) == 0 || (x & 1) == 1);
  check(((x | 8) & 8) == 8);
  check((x & ~8 & 8) == 0);
  check(((x ^ 4) & 4) != (x & 4));
  check(~x == -x - 1 || x == -2147483647 - 1);
  return 0;
}
