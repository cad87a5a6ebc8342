// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 0xffffffffu);
  check(x + 1 == 0);
  check(0u - 1 == x);
  unsigned char c = 255;
  c++;
  check(c == 0);
  return 0;
}
