// verdict: unknown
// Where a goto leads is not followed if calls are due.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static void done(int *p) { *p = 0; }
int main(void) {
  { int a __attribute__((cleanup(done))) = 1; goto out; }
out:
  check(1);
}
