// verdict: bug
// A destructor runs when main returns.
extern void __VERIFIER_error(void);
int g = 0;
__attribute__((destructor)) static void at_end(void) { if (g == 1) __VERIFIER_error(); }
int main(void) {
  g = 1;
  return 0;
}
