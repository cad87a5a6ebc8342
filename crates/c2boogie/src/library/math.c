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

