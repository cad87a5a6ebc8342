// verdict: bug
// bound: 3
extern void __VERIFIER_error(void);
static int find(int wanted) {
  __label__ found, failed;
  int steps = 0;
  void look(int n) {
    void deeper(void) {
      if (n == wanted) goto found;
      if (n == 9) goto failed;
    }
    steps++;
    deeper();
  }
  look(1);
  look(2);
  look(9);
  __VERIFIER_error();
found:
  return steps;
failed:
  return -steps;
}
int main(void) {
  if (find(2) != 1 || find(1) != 1 || find(5) != -3) __VERIFIER_error();
  return 0;
}
