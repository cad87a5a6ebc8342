// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int next(void) { static int n = 5; return n++; }
int main(void) {
  check(next() == 5);
  check(next() == 6);
  return 0;
}
