// verdict: correct
// integers: bv mixed mixed-all-ops
// data-model: LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  unsigned __int128 x = 1;
  x <<= 100;
  check((unsigned)(x >> 98) == 4);
  return 0;
}
