// verdict: unknown
// The variable is changed, and used in the same expression in no order: C does not say what that means.
extern void __VERIFIER_error(void);
static int f(int x, int y) { return x + y; }
int main(void) {
  int a[2] = {0, 0}, i = 0;
  a[i] = i++;
  if (f(a[0], i) == 1234) __VERIFIER_error();
  return 0;
}
