// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = 3;
  unsigned long a = (unsigned long)&x;
  int *p = (int *)a;
  *p = 4;
  check(x == 4 && a != 0);
  return 0;
}
