// verdict: bug
// A constructor has run when main starts.
extern void __VERIFIER_error(void);
int g = 0;
__attribute__((constructor)) static void before(void) { g = 1; }
int main(void) {
  if (g != 0) __VERIFIER_error();
  return 0;
}
