// verdict: correct
// Handlers run in the reverse order of their registration, at exit, and not at _exit.
extern int atexit(void (*)(void));
extern void exit(int), _exit(int);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int g = 0;
static void first(void) { if (g != 2) __VERIFIER_error(); }
static void second(void) { if (g != 1) __VERIFIER_error(); g = 2; }
int main(void) {
  atexit(first);
  atexit(second);
  if (__VERIFIER_nondet_int()) _exit(1);
  g = 1;
  exit(0);
}
