// verdict: bug
// confirm: no, machines give one value
// What does not fit may become anything.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  double d = 3e9;
  int i = (int)d;
  check(i < 0);
}
