// verdict: correct
// assumes: operands are evaluated from left to right
// Whether it is one object that is changed twice is not known.
extern void __VERIFIER_error(void);
static int x, y;
static int assign(int *p, int *q) { return *p = (*q)++; }
int main(void) {
  assign(&y, &x);
  x = y = 0;
  if (assign(&x, &y) != 0 || y != 1) __VERIFIER_error();
  return 0;
}
