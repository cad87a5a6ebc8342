// verdict: bug
extern void __VERIFIER_error(void);
extern int sprintf(char *, const char *, ...);
extern int strcmp(const char *, const char *);
static double third(double x) { return x / 3; }
int main(void) {
  char text[64];
  double x = 2.5;
  int n = sprintf(text, "%f|%.2e|%g|%5.1f|%-8.3f|%+a", x, third(x), third(1e9), x, -x, x);
  if (n != 54 || text[10] == 46 || strcmp(text, "2.500000|8.33e-01|3.33333e+08|  2.5|-2.500  |+0x1.4p+1")) n = -1;
  if (n == -1) __VERIFIER_error();
  return 0;
}
