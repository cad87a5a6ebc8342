// verdict: correct
// A nested function uses an array of variable length, a matrix whose rows have one, and a large object of the function around it.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int sum(int n) {
  int a[n];
  int at(int i) { return a[i]; }
  void set(int i, int value) { a[i] = value; }
  set(1, 2);
  set(n - 1, n);
  check(a[1] == 2 && n == 2 || a[n - 1] == n);
  a[0] = 7;
  return at(0) + at(n - 1);
}
static int corner(int rows, int columns) {
  int m[rows][columns];
  char large[100000];
  int last(void) { return m[rows - 1][columns - 1] + large[99999]; }
  m[rows - 1][columns - 1] = 5;
  large[99999] = 3;
  columns = 1;
  return (int) (sizeof m[0] / sizeof m[0][0]) * 10 + m[rows - 1][2] + large[99999];
}
int main(void) {
  check(sum(2) == 9);
  check(sum(3) == 10);
  check(corner(2, 3) == 38);
  return 0;
}
