// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
void *calloc(unsigned long, unsigned long);
int main(void) {
  int *p = calloc(4, sizeof(int));
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 4);
  check(p[i] == 0);
  return 0;
}
