// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  unsigned x = 0xa1b2c3d4u;
  unsigned char *p = (unsigned char *)&x;
  check(p[0] == 0xd4 && p[3] == 0xa1);
  p[0] = 0;
  check(x == 0xa1b2c300u);
  return 0;
}
