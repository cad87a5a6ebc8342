// verdict: correct
// A pointer from outside that equals the address of an object is a pointer to it, an inner one, too.
extern void __VERIFIER_error(void);
struct gauge { int low, high; };
extern struct gauge *find(int);
extern int *cell(int);
struct gauge shared;
int row[3];

int main(void) {
  struct gauge *g = find(1);
  shared.high = 1;
  if (g == &shared) {
    g->high = 9;
    if (shared.high != 9) __VERIFIER_error();
  }
  int *c = cell(2);
  row[1] = 4;
  if (c == &row[1]) {
    *c = 5;
    if (row[1] != 5) __VERIFIER_error();
  }
  if (c == &shared.low) {
    *c = 6;
    if (shared.low != 6) __VERIFIER_error();
  }
  return 0;
}
