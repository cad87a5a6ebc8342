// verdict: bug
// memory: refined
// integers: mixed
extern void reach_error(void);
extern double sqrt(double), floor(double), fabs(double), fmin(double, double);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  double d = sqrt(6.25) + floor(-0.5) + fabs(-1.0) + fmin(0.25, 1.0);
  check(d != 2.75 || n != 3);
}
