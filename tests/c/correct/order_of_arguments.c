// verdict: correct
// assumes: nothing
// Two calls in any order: only what both orders have in common is known.
extern void __VERIFIER_error(void);
static int count;
static int next(void) { return ++count; }
static int minus(int a, int b) { return a - b; }
int main(void) {
  int d = minus(next(), next());
  if (d != 1 && d != -1) __VERIFIER_error();
  if (count != 2) __VERIFIER_error();
  int a = next();
  int b = next();
  if (minus(a, b) != -1) __VERIFIER_error();
  return 0;
}
