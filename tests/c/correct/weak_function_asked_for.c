// verdict: correct
// A weak function is called if it is there.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
extern void hook(void) __attribute__((weak));
int main(void) {
  int called = 0;
  if (hook) { hook(); called = 1; }
  check(called == (hook != 0));
}
