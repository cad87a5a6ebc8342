// verdict: unknown
// Which activation a variable belongs to is not followed.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int f(int n) {
  int v = n;
  int get(void) { return v; }
  if (n > 0) f(n - 1);
  return get();
}
int main(void) { check(f(2) == 2); }
