// verdict: correct
// check: bounds
// Rows and members inside of their arrays, and a pointer that goes over all rows.
extern int __VERIFIER_nondet_int(void);
static short grid[2][3];
static struct { char name[4]; int rest; } entry[2];

int main(void) {
  int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
  if (row < 0 || row > 1 || column < 0 || column > 2) return 0;
  grid[row][column] = 1;
  entry[row].name[column + 1] = 'x';
  short *all = &grid[0][0];
  all[3 * row + column] = 2;
  return 0;
}
