// verdict: correct
// bound: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
void count(int n, int *out) { int mine = n; if (n > 0) count(n - 1, &mine); *out = mine + 1; }
int main(void) {
  int r;
  count(2, &r);
  check(r == 3);
  return 0;
}
