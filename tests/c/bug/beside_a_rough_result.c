// verdict: bug
// The sine is computed on the way, but nothing depends on it.
extern void reach_error(void);
extern double sin(double);
extern int __VERIFIER_nondet_int(void);
double last;
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  double wave[2];
  wave[0] = sin(1.0) * 2;
  last = wave[0] + 1;
  check(n != 77);
}
