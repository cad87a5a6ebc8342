// verdict: bug
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct P { int x, y; };
void set(struct P p) { p.x = 7; }
int main(void) {
  struct P a = { 1, 2 };
  set(a);
  check(a.x == 7);
  return 0;
}
