// verdict: bug
// A nested function writes an array of variable length of the function around it.
extern void reach_error(void);
static int sum(int n) {
  int a[n];
  void clear(int i) { a[i] = 0; }
  a[0] = a[1] = 4;
  clear(1);
  return a[0] + a[1];
}
int main(void) {
  if (sum(2) != 8) reach_error();
  return 0;
}
