// verdict: unknown
// One digit in front of the point, but the model does not know the digits.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int sprintf(char *, const char *, ...);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  char text[40];
  double d = __VERIFIER_nondet_double();
  if (d > 1 && d < 9) {
    sprintf(text, "%.2f", d);
    check(text[1] == '.');
  }
}
