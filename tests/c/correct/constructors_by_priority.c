// verdict: correct
// Small priorities first, those without one last; destructors the other way round.
extern void __VERIFIER_error(void);
extern void exit(int);
int g = 0;
__attribute__((constructor)) static void last(void) { g = g * 10 + 3; }
__attribute__((constructor(102))) static void second(void) { g = g * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { g = g * 10 + 1; }
__attribute__((destructor(101))) static void at_last(void) { if (g != 1235) __VERIFIER_error(); }
__attribute__((destructor)) static void at_end(void) { g = g * 10 + 5; }
int main(void) {
  if (g != 123) __VERIFIER_error();
  exit(0);
}
