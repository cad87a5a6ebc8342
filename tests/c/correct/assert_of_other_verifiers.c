// verdict: correct
void __ESBMC_assert(int, const char *);
void __CPROVER_assume(int);
void klee_assume(unsigned long);
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int x = 3;
  klee_make_symbolic(&x, sizeof x, "x");
  __CPROVER_assume(x > 5);
  klee_assume(x < 7);
  __ESBMC_assert(x == 6, "nothing else is left");
  return 0;
}
