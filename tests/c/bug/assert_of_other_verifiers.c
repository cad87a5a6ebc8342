// verdict: bug
// Assertions and assumptions by the names that other tools have for them.
void __CPROVER_assert(int, const char *);
void __CPROVER_assume(int);
void __ESBMC_assume(int);
void klee_assume(unsigned long);
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 5);
  __ESBMC_assume(x < 9);
  klee_assume(x != 6 && x != 8);
  __CPROVER_assert(x != 7, "x is seven");
  return 0;
}
