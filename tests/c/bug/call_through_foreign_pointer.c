// verdict: bug
// confirm: no, the unknown function cannot be provided
// A pointer from outside: the function returns anything.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
extern int (*chosen(void))(int);
int main(void) {
  int (*f)(int) = chosen();
  int x = f(1);
  check(x != 7);
}
