// The program defines the error function itself.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { for (;;) {} }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x != 12345);
  return 0;
}
