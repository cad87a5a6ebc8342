// verdict: unknown
// A signal that the program sends itself arrives.
extern void (*signal(int, void (*)(int)))(int);
extern int raise(int);
extern void reach_error(void);
static volatile int got;
static void on(int n) { got = n; }
int main(void) {
  signal(10, on);
  raise(10);
  if (got != 10) reach_error();
  return 0;
}
