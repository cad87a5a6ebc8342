// verdict: correct
// evaluation-order: left
// assumes: nothing
extern void __VERIFIER_error(void);
static int count;
static int array[4];
static int next(void) { return ++count; }
static int minus(int a, int b) { return a - b; }
int main(void) {
  if (minus(next(), next()) != -1) __VERIFIER_error();
  count = 0;
  array[next()] = next();
  if (array[1] != 2) __VERIFIER_error();
  int pair[2] = {next(), next()};
  if (pair[0] + 1 != pair[1]) __VERIFIER_error();
  int x = 1;
  x = x++ + 5;
  if (x != 6) __VERIFIER_error();
  return 0;
}
