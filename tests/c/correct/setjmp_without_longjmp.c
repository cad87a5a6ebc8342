// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int setjmp(int *);
int main(void) {
  int b[64];
  setjmp(b);
  check(1);
  return 0;
}
