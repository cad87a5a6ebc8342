/* The models of library functions beside the real ones, on random inputs. Compiled behind the models' text; the
   arguments are how many rounds to make and where random numbers start. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

static uint64_t state;
static unsigned random_below(unsigned n) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % n;
}

/* What the models are made of, as far as these are compared. */
void __lariat_assume(int c) { if (!c) abort(); }
void __lariat_unsupported(void) { abort(); }
void __lariat_reads(const void *p, unsigned long n) { (void)p, (void)n; }
void __lariat_copy(void *to, const void *from, unsigned long n) { memmove(to, from, n); }
void __lariat_copy_text(char *to, const char *from, unsigned long n) { memmove(to, from, n); }
void __lariat_zeros(void *to, unsigned long n) { memset(to, 0, n); }
void __lariat_zeros_text(char *to, unsigned long n) { memset(to, 0, n); }
void __lariat_any_bytes(void *p, unsigned long n) { memset(p, (int)random_below(256), n); }
void *__lariat_malloc(unsigned long n) { return malloc(n); }
void *__lariat_realloc(void *p, unsigned long n) { return realloc(p, n); }
void *__lariat_own(unsigned long n) { return malloc(n); }
void __lariat_release(void *p) { free(p); }
void __lariat_sets_errno(int code) { errno = code; }
void __lariat_may_set_errno(void) {}
void __lariat_fails(void) {}
int __lariat_nondet_int(void) { return (int)random_below(1u << 30); }
_Bool __lariat_nondet_bool(void) { return random_below(2); }
char __lariat_nondet_char(void) { return (char)random_below(256); }
long __lariat_nondet_long(void) { return (long)random_below(1u << 30); }
unsigned long __lariat_nondet_ulong(void) { return random_below(1u << 30); }
/* What the real function returned: it must be in the range that the model has. */
static double real_result;
double __lariat_nondet_double(void) { return real_result; }
float __lariat_nondet_float(void) { return (float)real_result; }
int __lariat_nondet_schedule(void) { return 0; }
/* lariat_float has a test of its own. */
unsigned __lariat_float_text(double x, unsigned long long which) { abort(); }
int __lariat_date_int(void) { return __lariat_nondet_int(); }
long __lariat_date_long(void) { return __lariat_nondet_long(); }
unsigned long __lariat_date_ulong(void) { return __lariat_nondet_ulong(); }
char __lariat_near_char(void) { return __lariat_nondet_char(); }
int __lariat_near_int(void) { return __lariat_nondet_int(); }
long __lariat_near_long(void) { return __lariat_nondet_long(); }
unsigned long __lariat_near_ulong(void) { return __lariat_nondet_ulong(); }
double __lariat_near_double(void) { return __lariat_nondet_double(); }
float __lariat_near_float(void) { return __lariat_nondet_float(); }

static const char *name;
#define CHECK(what, same) do { name = what; if (!(same)) { printf("%s differs in line %d\n", name, __LINE__); exit(1); } } while (0)
static int sign(int x) { return (x > 0) - (x < 0); }

enum { ROOM = 24 };
static void fill(char *s, const char *letters) {
  unsigned n = random_below(ROOM - 8), i;
  for (i = 0; i < n; i++) s[i] = letters[random_below((unsigned)strlen(letters))];
  for (; i < ROOM; i++) s[i] = 0;
}

static void strings(void) {
  static const char *alphabets[] = { "ab", "abcAB", ",; a", "aA\xe4\x80z" };
  const char *letters = alphabets[random_below(4)];
  char a[ROOM], b[ROOM], x[3 * ROOM], y[3 * ROOM], *p, *q, *r, *t;
  unsigned n = random_below(ROOM);
  int c = letters[random_below((unsigned)strlen(letters))];
  fill(a, letters);
  fill(b, letters);
  if (random_below(3) == 0) { memcpy(b, a, ROOM); b[random_below(ROOM - 8)] = 0; }
  CHECK("strlen", strlen(a) == __lariat_strlen(a));
  CHECK("strnlen", strnlen(a, n) == __lariat_strnlen(a, n));
  CHECK("strcmp", sign(strcmp(a, b)) == sign(__lariat_strcmp(a, b)));
  CHECK("strncmp", sign(strncmp(a, b, n)) == sign(__lariat_strncmp(a, b, n)));
  CHECK("strcasecmp", sign(strcasecmp(a, b)) == sign(__lariat_strcasecmp(a, b)));
  CHECK("strncasecmp", sign(strncasecmp(a, b, n)) == sign(__lariat_strncasecmp(a, b, n)));
  CHECK("strchr", strchr(a, c) == __lariat_strchr(a, c) && strchr(a, 0) == __lariat_strchr(a, 0));
  CHECK("strchrnul", strchrnul(a, c) == __lariat_strchrnul(a, c));
  CHECK("strrchr", strrchr(a, c) == __lariat_strrchr(a, c) && strrchr(a, 0) == __lariat_strrchr(a, 0));
  CHECK("index", index(a, c) == __lariat_index(a, c));
  CHECK("rindex", rindex(a, c) == __lariat_rindex(a, c));
  CHECK("strstr", strstr(a, b) == __lariat_strstr(a, b));
  CHECK("strcasestr", strcasestr(a, b) == __lariat_strcasestr(a, b));
  CHECK("strspn", strspn(a, b) == __lariat_strspn(a, b));
  CHECK("strcspn", strcspn(a, b) == __lariat_strcspn(a, b));
  CHECK("strpbrk", strpbrk(a, b) == __lariat_strpbrk(a, b));
  CHECK("memcmp", sign(memcmp(a, b, n)) == sign(__lariat_memcmp(a, b, n)));
  CHECK("bcmp", !bcmp(a, b, n) == !__lariat_bcmp(a, b, n));
  CHECK("memchr", memchr(a, c, n) == __lariat_memchr(a, c, n));
  CHECK("memrchr", memrchr(a, c, n) == __lariat_memrchr(a, c, n));
  CHECK("rawmemchr", rawmemchr(a, 0) == __lariat_rawmemchr(a, 0));
  CHECK("memmem", memmem(a, strlen(a), b, strlen(b)) == __lariat_memmem(a, strlen(a), b, strlen(b)));
#define SAME(f, real, model) do { \
    memset(x, 7, sizeof x), memset(y, 7, sizeof y), strcpy(x, b), strcpy(y, b); \
    p = (char *)(real), q = (char *)(model); \
    CHECK(f, memcmp(x, y, sizeof x) == 0 && ((!p && !q) || p - x == q - y)); } while (0)
  SAME("strcpy", strcpy(x, a), __lariat_strcpy(y, a));
  SAME("stpcpy", stpcpy(x, a), __lariat_stpcpy(y, a));
  SAME("strncpy", strncpy(x, a, n), __lariat_strncpy(y, a, n));
  SAME("stpncpy", stpncpy(x, a, n), __lariat_stpncpy(y, a, n));
  SAME("strcat", strcat(x, a), __lariat_strcat(y, a));
  SAME("strncat", strncat(x, a, n), __lariat_strncat(y, a, n));
  SAME("memccpy", memccpy(x, a, c, n), __lariat_memccpy(y, a, c, n));
#if defined __GLIBC_PREREQ && __GLIBC_PREREQ(2, 38)
  SAME("strlcpy", x + strlcpy(x, a, n), y + __lariat_strlcpy(y, a, n));
  SAME("strlcat", x + strlcat(x, a, n), y + __lariat_strlcat(y, a, n));
#endif
  strcpy(x, a), strcpy(y, a);
  for (p = strtok_r(x, ",; ", &r), q = __lariat_strtok_r(y, ",; ", &t); p || q;
       p = strtok_r(0, ",; ", &r), q = __lariat_strtok_r(0, ",; ", &t))
    CHECK("strtok_r", p && q && p - x == q - y && strcmp(p, q) == 0);
  strcpy(x, a), strcpy(y, a);
  for (p = strtok(x, ",; "), q = __lariat_strtok(y, ",; "); p || q; p = strtok(0, ",; "), q = __lariat_strtok(0, ",; "))
    CHECK("strtok", p && q && p - x == q - y && strcmp(p, q) == 0);
  strcpy(x, a), strcpy(y, a);
  r = x, t = y;
  do {
    p = strsep(&r, ",;"), q = __lariat_strsep(&t, ",;");
    CHECK("strsep", (!p && !q) || (p - x == q - y && strcmp(p, q) == 0));
  } while (p);
  p = __lariat_strdup(a), q = __lariat_strndup(a, n);
  CHECK("strdup", strcmp(p, a) == 0);
  CHECK("strndup", strncmp(q, a, n) == 0 && strlen(q) == strnlen(a, n));
  free(p), free(q);
}

static void characters(void) {
  int c;
#define CLASS(f) CHECK(#f, (f)(c) == __lariat_##f(c))
  for (c = -1; c < 256; c++) {
    CLASS(isalpha); CLASS(isdigit); CLASS(isalnum); CLASS(isupper); CLASS(islower); CLASS(isspace); CLASS(isblank);
    CLASS(iscntrl); CLASS(isprint); CLASS(isgraph); CLASS(ispunct); CLASS(isxdigit); CLASS(toupper); CLASS(tolower);
    CLASS(isascii); CLASS(toascii);
  }
  for (c = -128; c < 256; c++) {
    CHECK("__ctype_b_loc", (*__ctype_b_loc())[c] == __lariat_ctype_b(c));
    CHECK("__ctype_toupper_loc", (*__ctype_toupper_loc())[c] == __lariat_ctype_toupper(c));
    CHECK("__ctype_tolower_loc", (*__ctype_tolower_loc())[c] == __lariat_ctype_tolower(c));
  }
}

static void numbers(void) {
  static const int bases[] = { 0, 2, 8, 10, 16, 36, 1, 37 };
  char s[ROOM], *e1 = s, *e2 = s;
  int base = bases[random_below(8)], errno1, errno2;
  fill(s, random_below(2) ? " -+0x19" : "0123456789abcdefz");
  if (random_below(4) == 0) snprintf(s, sizeof s, "%s%llu", random_below(2) ? "-" : "", ~0ull >> random_below(40));
#define NUMBER(type, f) do { type x, y; errno = 0; x = f(s, &e1, base); errno1 = errno; errno = 0; \
    y = __lariat_##f(s, &e2, base); errno2 = errno; \
    CHECK(#f, x == y && (base == 1 || base == 37 || e1 == e2) && (errno1 == errno2 || (!errno2 && errno1 == EINVAL))); } while (0)
  NUMBER(long, strtol);
  NUMBER(long long, strtoll);
  NUMBER(unsigned long, strtoul);
  NUMBER(unsigned long long, strtoull);
  CHECK("atoi", atoi(s) == __lariat_atoi(s));
  CHECK("atol", atol(s) == __lariat_atol(s));
  CHECK("atoll", atoll(s) == __lariat_atoll(s));
}

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void sorting(void) {
  int a[9], b[9], n = (int)random_below(10), i, key = (int)random_below(20);
  for (i = 0; i < n; i++) a[i] = b[i] = (int)random_below(20);
  qsort(a, (size_t)n, sizeof *a, ascending);
  __lariat_qsort(b, (unsigned long)n, sizeof *b, ascending);
  CHECK("qsort", memcmp(a, b, (size_t)n * sizeof *a) == 0);
  int *p = bsearch(&key, a, (size_t)n, sizeof *a, ascending);
  int *q = __lariat_bsearch(&key, a, (unsigned long)n, sizeof *a, ascending);
  CHECK("bsearch", p == q);
}

static void bits(void) {
  unsigned long long x = ((unsigned long long)random_below(1u << 31) << 33) ^ ((unsigned long long)random_below(1u << 31) << 10) ^ random_below(1u << 31);
  unsigned y = (unsigned)x >> random_below(32);
  x >>= random_below(64);
  CHECK("bswap", __builtin_bswap64(x) == __lariat_builtin_bswap64(x) && __builtin_bswap32(y) == __lariat_builtin_bswap32(y));
  CHECK("popcount", __builtin_popcountll(x) == __lariat_builtin_popcountll(x) && __builtin_popcount(y) == __lariat_builtin_popcount(y));
  CHECK("parity", __builtin_parityll(x) == __lariat_builtin_parityll(x));
  CHECK("ffs", __builtin_ffsll((long long)x) == __lariat_ffsll((long long)x) && ffs((int)y) == __lariat_ffs((int)y));
  CHECK("clrsb", __builtin_clrsbll((long long)x) == __lariat_builtin_clrsbll((long long)x) && __builtin_clrsb((int)y) == __lariat_builtin_clrsb((int)y));
  if (x) CHECK("clz, ctz", __builtin_clzll(x) == __lariat_builtin_clzll(x) && __builtin_ctzll(x) == __lariat_builtin_ctzll(x));
}

static void reals(void) {
  static const double some[] = { 0, -0.0, 1, -1, 2.5, 1e300, -1e-300, HUGE_VAL, -HUGE_VAL, 4.9e-324 };
  double x = some[random_below(10)], y = some[random_below(10)];
  if (random_below(8) == 0) x = NAN;
  if (random_below(8) == 0) y = NAN;
  double a = fmin(x, y), b = __lariat_fmin(x, y);
  CHECK("fmin", a == b || (a != a && b != b));
  a = fmax(x, y), b = __lariat_fmax(x, y);
  CHECK("fmax", a == b || (a != a && b != b));
  CHECK("fpclassify", fpclassify(x) == __lariat___fpclassify(x));
#define EQUAL(a, b) ((a) == (b) || ((a) != (a) && (b) != (b)))
#define RANGE(g) do { real_result = g(x); CHECK(#g, EQUAL(__lariat_##g(x), real_result)); \
    real_result = g##f((float)x); CHECK(#g "f", EQUAL(__lariat_##g##f((float)x), (float)real_result)); } while (0)
  x = random_below(2) ? x : (random_below(2000) - 1000.0) / 250;
  y = random_below(2) ? y : (random_below(2000) - 1000.0) / 250;
  RANGE(sin); RANGE(cos); RANGE(tan); RANGE(asin); RANGE(acos); RANGE(atan); RANGE(sinh); RANGE(cosh); RANGE(tanh);
  RANGE(exp); RANGE(exp2); RANGE(expm1); RANGE(log); RANGE(log2); RANGE(log10); RANGE(log1p); RANGE(cbrt);
#define RANGE2(f) do { real_result = f(x, y); CHECK(#f, EQUAL(__lariat_##f(x, y), real_result)); } while (0)
  RANGE2(pow); RANGE2(hypot); RANGE2(atan2); RANGE2(fmod); RANGE2(fdim);
  double u = (int)(4 * x) % 100, v = (int)(4 * y) % 9;
  real_result = fmod(u, v), b = __lariat_fmod(u, v);
  CHECK("fmod", EQUAL(b, real_result) && (b != b || signbit(b) == signbit(real_result)));
  real_result = pow(u, 3);
  CHECK("pow", EQUAL(__lariat_pow(u, 3), real_result));
  if (fabs(x) < 1e18) {
    CHECK("lround", lround(x) == __lariat_lround(x) && llround(x) == __lariat_llround(x));
    CHECK("lrint", lrint(x) == __lariat_lrint(x) && llrint(x) == __lariat_llrint(x));
    CHECK("lroundf", lroundf((float)x) == __lariat_lroundf((float)x) && lrintf((float)x) == __lariat_lrintf((float)x));
  }
  int power = (int)random_below(124) - 62;
  a = ldexp(x, power), b = __lariat_ldexp(x, power);
  CHECK("ldexp", EQUAL(a, b) && EQUAL(scalbnf((float)x, power), __lariat_scalbnf((float)x, power)));
  double w1 = 0, w2 = 0;
  a = modf(x, &w1), b = __lariat_modf(x, &w2);
  CHECK("modf", EQUAL(a, b) && EQUAL(w1, w2));
}

static void descriptors(void) {
  unsigned x = random_below(1u << 31) * 2 + random_below(2);
  CHECK("htons", htons((unsigned short)x) == __lariat_htons((unsigned short)x) && ntohs((unsigned short)x) == __lariat_ntohs((unsigned short)x));
  CHECK("htonl", htonl(x) == __lariat_htonl(x) && ntohl(x) == __lariat_ntohl(x));
  sigset_t a, b;
  unsigned long *c = (unsigned long *)&b;
  CHECK("sigemptyset", sigemptyset(&a) == __lariat_sigemptyset(c));
  for (int i = 0; i < 6; i++) {
    /* The library keeps two signals for itself. */
    int in = (int)random_below(32), out = (int)random_below(32);
    CHECK("sigaddset", sigaddset(&a, in) == __lariat_sigaddset(c, in));
    CHECK("sigdelset", sigdelset(&a, out) == __lariat_sigdelset(c, out));
    CHECK("sigismember", sigismember(&a, in) == __lariat_sigismember(c, in) && sigismember(&a, 70) == __lariat_sigismember(c, 70));
  }
  imaxdiv_t q = imaxdiv((int)x, 7);
  struct __lariat_long_pair r = __lariat_imaxdiv((int)x, 7);
  CHECK("imaxdiv", q.quot == r.quotient && q.rem == r.remainder);
}

static void wide(void) {
  wchar_t a[8], b[8], x[16], y[16];
  for (int i = 0; i < 8; i++) a[i] = b[i] = i < 7 ? (wchar_t)random_below(3) : 0;
  if (random_below(2)) b[random_below(7)] = (wchar_t)random_below(3);
  unsigned n = random_below(8);
  CHECK("wcslen", wcslen(a) == __lariat_wcslen(a));
  CHECK("wcscmp", sign(wcscmp(a, b)) == sign(__lariat_wcscmp(a, b)));
  CHECK("wcsncmp", sign(wcsncmp(a, b, n)) == sign(__lariat_wcsncmp(a, b, n)));
  CHECK("wmemcmp", sign(wmemcmp(a, b, n)) == sign(__lariat_wmemcmp(a, b, n)));
  CHECK("wcschr", wcschr(a, 2) == __lariat_wcschr(a, 2));
  memset(x, 0, sizeof x), memset(y, 0, sizeof y);
  CHECK("wcscpy", wcscpy(x, a) == x && __lariat_wcscpy(y, a) == y && memcmp(x, y, sizeof x) == 0);
  CHECK("wcscat", wcscat(x, b) == x && __lariat_wcscat(y, b) == y && memcmp(x, y, sizeof x) == 0);
  CHECK("wcsrchr", wcsrchr(a, 1) == __lariat_wcsrchr(a, 1) && wmemchr(a, 1, n) == __lariat_wmemchr(a, 1, n));
  CHECK("wcsncpy", wcsncpy(x, a, n) == x && __lariat_wcsncpy(y, a, n) == y && memcmp(x, y, sizeof x) == 0);
  CHECK("wmemmove", wmemmove(x + 1, x, n) == x + 1 && __lariat_wmemmove(y + 1, y, n) == y + 1 && memcmp(x, y, sizeof x) == 0);
  CHECK("wmemset", wmemset(x, 5, n) == x && __lariat_wmemset(y, 5, n) == y && memcmp(x, y, sizeof x) == 0);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 1000;
  state = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
  characters();
  for (int i = 0; i < rounds; i++) {
    strings();
    numbers();
    sorting();
    bits();
    reals();
    wide();
    descriptors();
  }
  return 0;
}
