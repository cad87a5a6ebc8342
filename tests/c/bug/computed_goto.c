// verdict: bug
// The second entry leads past the addition.
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
int main(void) { check(run(1) == 2); }
