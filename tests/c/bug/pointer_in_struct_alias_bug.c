// verdict: bug
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct S { int *p; int v; };
int main(void) {
  struct S s;
  s.v = 1;
  s.p = &s.v;
  *s.p = 2;
  check(s.v == 1);
  return 0;
}
