// verdict: bug
// confirm: no, what the assembly computes is not known, and no bug is said to rest on it
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = 0;
  __asm__("nop" : "=r"(x));
  check(x == 0);
  return 0;
}
