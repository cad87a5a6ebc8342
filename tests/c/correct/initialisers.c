// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct P { int x, y; };
int a[5] = { 1, [3] = 4, 5 };
struct P ps[2] = { { 1, 2 }, { .y = 4 } };
int *q = &a[3];
char name[] = "abc";
int m[2][2] = { { 1, 2 }, { 3, 4 } };
int main(void) {
  check(a[0] == 1 && a[1] == 0 && a[3] == 4 && a[4] == 5);
  check(ps[0].y == 2 && ps[1].x == 0 && ps[1].y == 4);
  check(*q == 4 && sizeof name == 4 && name[2] == 'c' && name[3] == 0);
  check(m[1][0] == 3);
  struct P l = { .y = 7 };
  check(l.x == 0 && l.y == 7);
  return 0;
}
