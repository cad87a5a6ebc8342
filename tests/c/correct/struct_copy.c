// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct S { int a; char c; int d[3]; };
struct S g;
int main(void) {
  struct S s;
  s.a = 1; s.c = 2; s.d[2] = 3;
  g = s;
  s.a = 9;
  check(g.a == 1 && g.c == 2 && g.d[2] == 3);
  return 0;
}
