// verdict: correct
// Signs of zeros, and numbers that have no order.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  double nan = __builtin_nan(""), zero = -0.0;
  check(__builtin_copysign(1.5, zero) == -1.5 && __builtin_copysignf(-2.0f, 1.0f) == 2.0f);
  check(__builtin_isunordered(nan, 1.0) && !__builtin_isunordered(2.0, 1.0));
  check(__builtin_islessgreater(2.0, 1.0) && !__builtin_islessgreater(nan, 1.0));
}
