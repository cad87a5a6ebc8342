// verdict: correct
// Amounts that fit need no check.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int();
  check((1u << (n & 31)) != 0 && (1u << n % 32) != 0);
  if (n < 32) check((1u << n) != 0);
}
