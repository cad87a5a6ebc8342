// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int a[3] = { 1, 2, 3 };
  int *p = &a[2];
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -1);
  check(p[-2] == 1 && p[i] == 2 && *(p + i) == 2);
  return 0;
}
