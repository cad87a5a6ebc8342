// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  unsigned char a = 200, b = 100;
  check(a + b == 300);
  check((unsigned char)(a + b) == 44);
  signed char c = -1;
  check((unsigned)c == 0xffffffffu);
  check(c < 0 && (unsigned char)c == 255);
  return 0;
}
