// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int a[3] = { 1, 2, 3 };
  int i = 0;
  int x = a[i++];
  check(x == 1 && i == 1);
  x = a[++i];
  check(x == 3);
  int *p = a;
  *p++ = 7;
  check(a[0] == 7 && *p == 2);
  x = --*p;
  check(x == 1 && a[1] == 1);
  return 0;
}
