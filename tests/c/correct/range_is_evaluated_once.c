// verdict: correct
extern void __VERIFIER_error(void);
static int count;
static int next(void) { return ++count; }
int main(void) {
  int a[4] = {[0 ... 3] = next()};
  if (count != 1 || a[0] != 1 || a[3] != 1) __VERIFIER_error();
  return 0;
}
