// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(8);
  p[0] = 1; p[1] = 2;
  p = realloc(p, 16);
  check(p[0] == 1 && p[1] == 2);
  return 0;
}
