// verdict: correct
// Labels as values, in variables and in tables.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int run(int first) {
  static void *const table[] = {&&add, &&sub};
  int n = 0;
  goto *table[first];
add:
  n += 3;
sub:
  n -= 1;
  return n;
}
int main(void) {
  check(run(0) == 2 && run(1) == -1);
  void *to = &&out;
  check(to != 0);
  goto *to;
  check(0);
out:
  return 0;
}
