// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = 0;
  goto inside;
  if (0) {
    x = 5;
inside:
    x += 1;
  }
  check(x == 1);
  return 0;
}
