// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct P { int x, y; };
int sum(struct P *p) { return p->x + p->y; }
int main(void) {
  check(sum(&(struct P){ 3, 4 }) == 7);
  int *p = (int[]){ 1, 2, 3 };
  check(p[2] == 3);
  return 0;
}
