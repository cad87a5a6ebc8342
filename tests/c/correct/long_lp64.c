// verdict: correct
// data-model: LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  check(sizeof(long) == 8);
  unsigned long x = 0xffffffffu;
  check(x + 1 == 0x100000000ul);
  return 0;
}
