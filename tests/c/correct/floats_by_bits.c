// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  double d = 1.5;
  double e = d;
  union { double d; unsigned long long u; } x;
  x.d = e;
  check(x.u == 0x3ff8000000000000ull);
  return 0;
}
