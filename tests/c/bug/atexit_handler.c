// verdict: bug
// What was given to atexit runs when main returns.
extern int atexit(void (*)(void));
extern void __VERIFIER_error(void);
static void at_end(void) { __VERIFIER_error(); }
int main(void) {
  atexit(at_end);
  return 0;
}
