// verdict: correct
// evaluation-order: right
// assumes: nothing
extern void __VERIFIER_error(void);
static int count;
static int array[4];
static int next(void) { return ++count; }
static int minus(int a, int b) { return a - b; }
int main(void) {
  if (minus(next(), next()) != 1) __VERIFIER_error();
  count = 0;
  array[next()] = next();
  if (array[2] != 1) __VERIFIER_error();
  int pair[2] = {next(), next()};
  if (pair[1] + 1 != pair[0]) __VERIFIER_error();
  int i = 0;
  if (minus(i, i++) != 1) __VERIFIER_error();
  return 0;
}
