// verdict: bug
// A pointer from outside that equals the address of an object changes it.
extern void __VERIFIER_error(void);
struct gauge { int low, high; };
extern struct gauge *find(int);
struct gauge shared;

int main(void) {
  struct gauge *g = find(1);
  shared.high = 1;
  if (g == &shared) {
    g->high = 9;
    if (shared.high != 1) __VERIFIER_error();
  }
  return 0;
}
