// verdict: bug
// The nested function changes the variable.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = 1;
  void set(int v) { x = v; }
  set(5);
  check(x == 1);
}
