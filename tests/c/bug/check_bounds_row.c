// verdict: bug
// check: bounds
// message: index outside of the array (6 bytes)
// A row is an array of its own.
extern int __VERIFIER_nondet_int(void);
static short grid[2][3];

int main(void) {
  int column = __VERIFIER_nondet_int();
  if (column < 0 || column > 3) return 0;
  grid[0][column] = 1;
  return 0;
}
