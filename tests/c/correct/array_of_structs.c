// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct S { char c; int v; } a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 4);
  struct S *p = &a[i];
  p->v = 5; p->c = 1;
  check(a[i].v == 5);
  check(p - a == i);
  if (i != 2) check(a[2].v == 0);
  return 0;
}
