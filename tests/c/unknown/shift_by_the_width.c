// verdict: unknown
// What comes out depends on the machine.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 32) return 0;
  check((1u << n) != 5);
}
