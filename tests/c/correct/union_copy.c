// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
union U { unsigned w; unsigned char b[4]; };
int main(void) {
  union U u, v;
  u.w = 0x01020304;
  v = u;
  check(v.b[0] == 4 && v.b[3] == 1);
  return 0;
}
