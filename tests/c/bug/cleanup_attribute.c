// verdict: bug
// At the end of the block the variable is set back.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int held;
static void release(int **lock) { **lock = 0; }
static int work(int n) {
  held = 1;
  int *guard __attribute__((cleanup(release))) = &held;
  if (n < 0) return -1;
  check(held == 1);
  return n;
}
int main(void) {
  check(work(3) == 3);
  check(held == 1);
}
