// verdict: correct
// integers: mixed bv
// Half precision is stored, and computed with in single precision: all of this holds with gcc.
extern void __VERIFIER_error(void);
static _Float16 constant = 0.1f16;
int main(void) {
  _Float16 a = 2048, b = 1, tenth = 0.1f16, large = 65504, tiny = 5.9604644775390625e-8f16;
  _Float16 sum = a + b;
  if (sum != 2048 || (a + b) - a != 1 || (double)(a + b) != 2049) __VERIFIER_error();
  if (sizeof a != 2 || sizeof(a + b) != 2 || sizeof(-a) != 2 || sizeof(a * 1.0f) != 4) __VERIFIER_error();
  if (_Generic(a + b, _Float16: 1, default: 0) != 1 || _Generic(a + 1.0, double: 1, default: 0) != 1) __VERIFIER_error();
  if (tenth != 0.0999755859375f || constant != tenth) __VERIFIER_error();
  a += b;
  if (a != 2048) __VERIFIER_error();
  sum = large + 15;
  if (sum != 65504) __VERIFIER_error();
  sum = large + 16;
  if (sum <= 65504 || tiny == 0 || (_Float16)(tiny / 2) != 0) __VERIFIER_error();
  typeof(a + b) rounded = 2049;
  if (rounded != 2048) __VERIFIER_error();
  return 0;
}
