// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int r;
  int a = 2147483647;
  check(__builtin_add_overflow(a, 1, &r));
  check(!__builtin_sub_overflow(a, 1, &r) && r == 2147483646);
  unsigned u;
  check(__builtin_mul_overflow(65536u, 65536u, &u) && u == 0);
  return 0;
}
