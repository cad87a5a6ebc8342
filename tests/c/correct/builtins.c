// verdict: correct
// integers: bv mixed mixed-all-ops
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 0x00f0u);
  check(__builtin_popcount(x) == 4 && __builtin_ctz(x) == 4 && __builtin_clz(x) == 24);
  check(__builtin_bswap32(x) == 0xf0000000u);
  check(__builtin_expect(x, 0) == 0xf0);
  return 0;
}
