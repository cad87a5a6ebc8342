// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  _Bool b = 4;
  check(b == 1);
  b = 0.5;
  check(b == 1);
  int x = __VERIFIER_nondet_int();
  b = x;
  check(b == (x != 0));
  return 0;
}
