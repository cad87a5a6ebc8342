// verdict: correct
// The calls come last first, whichever way a block is left.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int log, calls;
static void done(int *p) { log = 10 * log + *p; calls++; }
static int f(int k) {
  __attribute__((cleanup(done))) int a = 1;
  for (int i = 0; i < 2; i++) {
    __attribute__((cleanup(done))) int b = 2;
    if (k == 5) break;
    if (k == 7) return a + b;
  }
  { __attribute__((cleanup(done))) int c = 3; a = 4; }
  return ({ __attribute__((cleanup(done))) int d = 9; d + calls; });
}
int main(void) {
  check(f(5) == 11);
  check(calls == 4 && log == 2394);
  log = calls = 0;
  check(f(7) == 3);
  check(calls == 2 && log == 21);
}
