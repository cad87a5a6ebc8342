// verdict: correct
// integers: bv mixed
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
extern double __VERIFIER_nondet_double(void);
extern double sqrt(double), fabs(double), floor(double), ceil(double), fmin(double, double);
int main(void) {
  double x = __VERIFIER_nondet_double();
  check(!(x < x));
  check(x == x || __builtin_isnan(x));
  check(!__builtin_isnan(x) || !(x <= 1.0 || x > 1.0));
  double nothing = 0.0 / 0.0, much = 1.0 / 0.0;
  check(nothing != nothing && __builtin_isinf(much) && -much < much);
  check(fabs(-2.5) == 2.5 && floor(-2.5) == -3.0 && ceil(2.1) == 3.0);
  check(sqrt(2.25) == 1.5 && __builtin_isnan(sqrt(-1.0)));
  check(fmin(nothing, 1.0) == 1.0);
  check(__builtin_signbit(-0.0) && !__builtin_signbit(0.0));
}
