// verdict: correct
// A nested function uses the variables around it, also when it is called through a pointer.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int apply(int (*f)(int), int n) { return f(n); }
static int sum(int n) {
  int total = 10;
  int twice(int k) { total += k; return 2 * k; }
  int r = apply(twice, n);
  r += twice(1);
  check(total == 11 + n);
  return r + total;
}
int main(void) {
  check(sum(3) == 22);
  check(sum(4) == 25);
  auto int later(int);
  int x = 5, y = later(3);
  int later(int q) { return q + 1; }
  check(x == 5 && y == 4);
}
