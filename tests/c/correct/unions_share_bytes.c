// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
union U { unsigned w; unsigned char b[4]; struct { unsigned short lo, hi; } h; };
int main(void) {
  union U u;
  u.w = 0x11223344;
  check(u.b[0] == 0x44 && u.b[3] == 0x11);
  check(u.h.hi == 0x1122);
  u.b[1] = 0xff;
  check(u.w == 0x1122ff44);
  return 0;
}
