/* <math.h> beyond what lower/float.rs has. */

int __lariat_isnan(double x) { return x != x; }
int __lariat___isnan(double x) { return x != x; }
int __lariat___isnanf(float x) { return x != x; }
int __lariat___isnanl(long double x) { return x != x; }
int __lariat_isinf(double x) { return __builtin_isinf_sign(x); }
int __lariat___isinf(double x) { return __builtin_isinf_sign(x); }
int __lariat___isinff(float x) { return __builtin_isinf_sign(x); }
int __lariat___isinfl(long double x) { return __builtin_isinf_sign(x); }
int __lariat_finite(double x) { return __builtin_isfinite(x); }
int __lariat___finite(double x) { return __builtin_isfinite(x); }
int __lariat___finitef(float x) { return __builtin_isfinite(x); }
int __lariat___finitel(long double x) { return __builtin_isfinite(x); }
int __lariat___signbit(double x) { return __builtin_signbit(x); }
int __lariat___signbitf(float x) { return __builtin_signbit(x); }
int __lariat___signbitl(long double x) { return __builtin_signbit(x); }
int __lariat___fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __lariat___fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __lariat___fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
double __lariat_fmin(double x, double y) { return x != x || y < x ? y : x; }
float __lariat_fminf(float x, float y) { return x != x || y < x ? y : x; }
long double __lariat_fminl(long double x, long double y) { return x != x || y < x ? y : x; }
double __lariat_fmax(double x, double y) { return x != x || x < y ? y : x; }
float __lariat_fmaxf(float x, float y) { return x != x || x < y ? y : x; }
long double __lariat_fmaxl(long double x, long double y) { return x != x || x < y ? y : x; }

/* Functions that IEEE 754 does not define to the last bit: some number in the range of the function, a NaN for a
   NaN. Errors may be told through errno. */

double __lariat_sin(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x || x - x != 0) return x - x;
  __lariat_assume(r >= -1 && r <= 1);
  __lariat_may_set_errno();
  return r;
}
float __lariat_sinf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x || x - x != 0) return x - x;
  __lariat_assume(r >= -1 && r <= 1);
  __lariat_may_set_errno();
  return r;
}
double __lariat_cos(double x) {
  double r = __lariat_near_double();
  if (x == 0) return 1;
  if (x != x || x - x != 0) return x - x;
  __lariat_assume(r >= -1 && r <= 1);
  __lariat_may_set_errno();
  return r;
}
float __lariat_cosf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return 1;
  if (x != x || x - x != 0) return x - x;
  __lariat_assume(r >= -1 && r <= 1);
  __lariat_may_set_errno();
  return r;
}
double __lariat_tan(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x || x - x != 0) return x - x;
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
float __lariat_tanf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x || x - x != 0) return x - x;
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
double __lariat_asin(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x || x < -1 || x > 1) return (x - x) / (x - x);
  __lariat_assume(r >= -2 && r <= 2);
  __lariat_may_set_errno();
  return r;
}
float __lariat_asinf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x || x < -1 || x > 1) return (x - x) / (x - x);
  __lariat_assume(r >= -2 && r <= 2);
  __lariat_may_set_errno();
  return r;
}
double __lariat_acos(double x) {
  double r = __lariat_near_double();
  if (x == 1) return 0;
  if (x != x || x < -1 || x > 1) return (x - x) / (x - x);
  __lariat_assume(r >= 0 && r <= 4);
  __lariat_may_set_errno();
  return r;
}
float __lariat_acosf(float x) {
  float r = __lariat_near_float();
  if (x == 1) return 0;
  if (x != x || x < -1 || x > 1) return (x - x) / (x - x);
  __lariat_assume(r >= 0 && r <= 4);
  __lariat_may_set_errno();
  return r;
}
double __lariat_atan(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r >= -2 && r <= 2);
  __lariat_may_set_errno();
  return r;
}
float __lariat_atanf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r >= -2 && r <= 2);
  __lariat_may_set_errno();
  return r;
}
double __lariat_sinh(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
float __lariat_sinhf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
double __lariat_cosh(double x) {
  double r = __lariat_near_double();
  if (x == 0) return 1;
  if (x != x) return x - x;
  __lariat_assume(r >= 1);
  __lariat_may_set_errno();
  return r;
}
float __lariat_coshf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return 1;
  if (x != x) return x - x;
  __lariat_assume(r >= 1);
  __lariat_may_set_errno();
  return r;
}
double __lariat_tanh(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r >= -1 && r <= 1);
  __lariat_may_set_errno();
  return r;
}
float __lariat_tanhf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r >= -1 && r <= 1);
  __lariat_may_set_errno();
  return r;
}
double __lariat_exp(double x) {
  double r = __lariat_near_double();
  if (x == 0) return 1;
  if (x != x) return x - x;
  __lariat_assume(r >= 0);
  __lariat_may_set_errno();
  return r;
}
float __lariat_expf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return 1;
  if (x != x) return x - x;
  __lariat_assume(r >= 0);
  __lariat_may_set_errno();
  return r;
}
double __lariat_exp2(double x) {
  double r = __lariat_near_double();
  if (x == 0) return 1;
  if (x != x) return x - x;
  __lariat_assume(r >= 0);
  __lariat_may_set_errno();
  return r;
}
float __lariat_exp2f(float x) {
  float r = __lariat_near_float();
  if (x == 0) return 1;
  if (x != x) return x - x;
  __lariat_assume(r >= 0);
  __lariat_may_set_errno();
  return r;
}
double __lariat_expm1(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r >= -1);
  __lariat_may_set_errno();
  return r;
}
float __lariat_expm1f(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r >= -1);
  __lariat_may_set_errno();
  return r;
}
double __lariat_log(double x) {
  double r = __lariat_near_double();
  if (x == 1) return 0;
  if (x != x || x < 0) return (x - x) / (x - x);
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
float __lariat_logf(float x) {
  float r = __lariat_near_float();
  if (x == 1) return 0;
  if (x != x || x < 0) return (x - x) / (x - x);
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
double __lariat_log2(double x) {
  double r = __lariat_near_double();
  if (x == 1) return 0;
  if (x != x || x < 0) return (x - x) / (x - x);
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
float __lariat_log2f(float x) {
  float r = __lariat_near_float();
  if (x == 1) return 0;
  if (x != x || x < 0) return (x - x) / (x - x);
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
double __lariat_log10(double x) {
  double r = __lariat_near_double();
  if (x == 1) return 0;
  if (x != x || x < 0) return (x - x) / (x - x);
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
float __lariat_log10f(float x) {
  float r = __lariat_near_float();
  if (x == 1) return 0;
  if (x != x || x < 0) return (x - x) / (x - x);
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
double __lariat_log1p(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x || x < -1) return (x - x) / (x - x);
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
float __lariat_log1pf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x || x < -1) return (x - x) / (x - x);
  __lariat_assume(r == r);
  __lariat_may_set_errno();
  return r;
}
double __lariat_cbrt(double x) {
  double r = __lariat_near_double();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r == r && (x < 0) == (r < 0) && (x == 0) == (r == 0));
  __lariat_may_set_errno();
  return r;
}
float __lariat_cbrtf(float x) {
  float r = __lariat_near_float();
  if (x == 0) return x;
  if (x != x) return x - x;
  __lariat_assume(r == r && (x < 0) == (r < 0) && (x == 0) == (r == 0));
  __lariat_may_set_errno();
  return r;
}
double __lariat_pow(double x, double y) {
  double r = __lariat_near_double();
  if (y == 0 || x == 1) return 1;
  if (y == 1) return x;
  if (y == 2 && x > -2048 && x < 2048 && x == (int)x) return x * x;
  if (y == 3 && x > -200000 && x < 200000 && x == (int)x) return x * x * x;
  __lariat_assume(x <= 0 || r != r || r >= 0);
  __lariat_assume(r == r || x != x || y != y || x < 0);
  __lariat_may_set_errno();
  return r;
}
double __lariat_hypot(double x, double y) {
  double r = __lariat_near_double();
  __lariat_assume(r >= 0 || (r != r && (x != x || y != y)));
  __lariat_may_set_errno();
  return r;
}
double __lariat_atan2(double y, double x) {
  double r = __lariat_near_double();
  if (x != x || y != y) return x + y;
  __lariat_assume(r >= -4 && r <= 4);
  return r;
}
double __lariat_fmod(double x, double y) {
  double r = __lariat_near_double(), size = y < 0 ? -y : y;
  if (x > -1000000000 && x < 1000000000 && y > -1000000000 && y < 1000000000 && x == (int)x && y == (int)y && y != 0)
    return __builtin_copysign((int)x % (int)y, x);
  if (x != x || y != y || x - x != 0 || y == 0) {
    __lariat_may_set_errno();
    return (x * y) / (x * y);
  }
  if (x < size && -x < size) return x;
  __lariat_assume(r > -size && r < size && (x < 0 ? r <= 0 : r >= 0));
  return r;
}
double __lariat_frexp(double x, int *const exponent) {
  double r = __lariat_near_double();
  *exponent = x == 0 ? 0 : __lariat_near_int();
  if (x == 0 || x != x || x - x != 0) return x;
  __lariat_assume(x < 0 ? r > -1 && r <= (double)-0.5 : r < 1 && r >= (double)0.5);
  __lariat_assume(*exponent >= -1074 && *exponent <= 1024);
  return r;
}
double __lariat_modf(double x, double *const whole) {
  *whole = __builtin_trunc(x);
  if (x - x != 0) return x != x ? x : 0;
  return x - *whole;
}
double __lariat_fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
float __lariat_powf(float x, float y) {
  float r = __lariat_near_float();
  if (y == 0 || x == 1) return 1;
  if (y == 1) return x;
  if (y == 2 && x > -2048 && x < 2048 && x == (int)x) return x * x;
  if (y == 3 && x > -256 && x < 256 && x == (int)x) return x * x * x;
  __lariat_assume(x <= 0 || r != r || r >= 0);
  __lariat_assume(r == r || x != x || y != y || x < 0);
  __lariat_may_set_errno();
  return r;
}
float __lariat_hypotf(float x, float y) {
  float r = __lariat_near_float();
  __lariat_assume(r >= 0 || (r != r && (x != x || y != y)));
  __lariat_may_set_errno();
  return r;
}
float __lariat_atan2f(float y, float x) {
  float r = __lariat_near_float();
  if (x != x || y != y) return x + y;
  __lariat_assume(r >= -4 && r <= 4);
  return r;
}
float __lariat_fmodf(float x, float y) {
  float r = __lariat_near_float(), size = y < 0 ? -y : y;
  if (x > -16777216 && x < 16777216 && y > -16777216 && y < 16777216 && x == (int)x && y == (int)y && y != 0)
    return __builtin_copysignf((int)x % (int)y, x);
  if (x != x || y != y || x - x != 0 || y == 0) {
    __lariat_may_set_errno();
    return (x * y) / (x * y);
  }
  if (x < size && -x < size) return x;
  __lariat_assume(r > -size && r < size && (x < 0 ? r <= 0 : r >= 0));
  return r;
}
float __lariat_frexpf(float x, int *const exponent) {
  float r = __lariat_near_float();
  *exponent = x == 0 ? 0 : __lariat_near_int();
  if (x == 0 || x != x || x - x != 0) return x;
  __lariat_assume(x < 0 ? r > -1 && r <= (float)-0.5 : r < 1 && r >= (float)0.5);
  __lariat_assume(*exponent >= -1074 && *exponent <= 1024);
  return r;
}
float __lariat_modff(float x, float *const whole) {
  *whole = __builtin_truncf(x);
  if (x - x != 0) return x != x ? x : 0;
  return x - *whole;
}
float __lariat_fdimf(float x, float y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }

/* Rounded to integers. What does not fit is some number. */
long __lariat_lround(double x) {
  double r = __builtin_round(x);
  long most = ((long)1 << (8 * sizeof(long) - 2)) - 1 << 1 | 1;
  if (r >= (double)(-most - 1) && r < -(double)(-most - 1)) return (long)r;
  return __lariat_near_long();
}
long long __lariat_llround(double x) {
  double r = __builtin_round(x);
  long long most = ((long long)1 << (8 * sizeof(long long) - 2)) - 1 << 1 | 1;
  if (r >= (double)(-most - 1) && r < -(double)(-most - 1)) return (long long)r;
  return (long long)__lariat_near_long();
}
long __lariat_lrint(double x) {
  double r = __builtin_rint(x);
  long most = ((long)1 << (8 * sizeof(long) - 2)) - 1 << 1 | 1;
  if (r >= (double)(-most - 1) && r < -(double)(-most - 1)) return (long)r;
  return __lariat_near_long();
}
long long __lariat_llrint(double x) {
  double r = __builtin_rint(x);
  long long most = ((long long)1 << (8 * sizeof(long long) - 2)) - 1 << 1 | 1;
  if (r >= (double)(-most - 1) && r < -(double)(-most - 1)) return (long long)r;
  return (long long)__lariat_near_long();
}
long __lariat_lroundf(float x) {
  float r = __builtin_roundf(x);
  long most = ((long)1 << (8 * sizeof(long) - 2)) - 1 << 1 | 1;
  if (r >= (float)(-most - 1) && r < -(float)(-most - 1)) return (long)r;
  return __lariat_near_long();
}
long long __lariat_llroundf(float x) {
  float r = __builtin_roundf(x);
  long long most = ((long long)1 << (8 * sizeof(long long) - 2)) - 1 << 1 | 1;
  if (r >= (float)(-most - 1) && r < -(float)(-most - 1)) return (long long)r;
  return (long long)__lariat_near_long();
}
long __lariat_lrintf(float x) {
  float r = __builtin_rintf(x);
  long most = ((long)1 << (8 * sizeof(long) - 2)) - 1 << 1 | 1;
  if (r >= (float)(-most - 1) && r < -(float)(-most - 1)) return (long)r;
  return __lariat_near_long();
}
long long __lariat_llrintf(float x) {
  float r = __builtin_rintf(x);
  long long most = ((long long)1 << (8 * sizeof(long long) - 2)) - 1 << 1 | 1;
  if (r >= (float)(-most - 1) && r < -(float)(-most - 1)) return (long long)r;
  return (long long)__lariat_near_long();
}

/* A number times a power of two. */
double __lariat_ldexp(double x, int n) {
  if (n >= 0 && n <= 62) return x * (double)(1ull << n);
  if (n < 0 && n >= -62) return x / (double)(1ull << -n);
  if (x == 0 || x - x != 0) return x;
  __lariat_may_set_errno();
  return __lariat_near_double();
}
double __lariat_scalbn(double x, int n) { return __lariat_ldexp(x, n); }
float __lariat_ldexpf(float x, int n) {
  if (n >= 0 && n <= 62) return x * (float)(1ull << n);
  if (n < 0 && n >= -62) return x / (float)(1ull << -n);
  if (x == 0 || x - x != 0) return x;
  __lariat_may_set_errno();
  return __lariat_near_float();
}
float __lariat_scalbnf(float x, int n) { return __lariat_ldexpf(x, n); }
