// verdict: correct
// Nothing comes after a call of NULL.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
void (*f)(void);
int main(void) {
  f();
  check(0);
}
