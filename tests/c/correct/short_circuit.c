// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int calls;
int yes(void) { calls++; return 1; }
int main(void) {
  int r = 0 && yes();
  check(r == 0 && calls == 0);
  r = 1 || yes();
  check(r == 1 && calls == 0);
  r = yes() && yes();
  check(calls == 2 && r);
  int *p = 0;
  if (p && *p == 3) check(0);
  r = calls > 5 ? yes() : 7;
  check(r == 7 && calls == 2);
  return 0;
}
