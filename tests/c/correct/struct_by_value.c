// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct P { int x, y; };
struct P swap(struct P p) { int t = p.x; p.x = p.y; p.y = t; return p; }
int main(void) {
  struct P a = { 1, 2 };
  struct P b = swap(a);
  check(a.x == 1 && b.x == 2 && b.y == 1);
  check(swap(b).x == 1);
  return 0;
}
