// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 2 && n < 10);
  int a[n];
  a[1] = 4;
  int b = 7;
  a[2] = b;
  check(a[1] == 4 && a[2] == 7);
  check(sizeof a == n * sizeof(int));
  return 0;
}
