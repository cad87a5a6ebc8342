// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
void *malloc(unsigned long);
int g;
int main(void) {
  int *p = malloc(4), *q = malloc(4);
  if (!p || !q) return 0;
  check(p != q && p != &g);
  *p = 1; *q = 2;
  check(*p == 1);
  return 0;
}
