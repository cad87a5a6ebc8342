// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == -8);
  check(a >> 1 == -4);
  unsigned u = 0x80000000u;
  check(u >> 31 == 1);
  check(1 << 4 == 16);
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n == 5);
  check(3u << n == 96);
  return 0;
}
