/* <stdlib.h>: numbers in texts, sorting and searching, random numbers, the environment. */

static int __lariat_digit(const char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* The number at the start of a text: its absolute value, or the largest if it is larger, and where it ends (0 if there is none). */
struct __lariat_number { unsigned long long value; __lariat_size_t end; _Bool negative, large; };

static void __lariat_parse(const char *const s, int base, unsigned long long most, struct __lariat_number *const n) {
  __lariat_size_t i = 0, start;
  n->value = 0;
  n->end = 0;
  n->negative = 0;
  n->large = 0;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) i++;
  if (s[i] == '-') n->negative = 1;
  if (s[i] == '-' || s[i] == '+') i++;
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && __lariat_digit(s[i + 2]) < 16) {
    i += 2;
    base = 16;
  }
  if (base == 0) base = s[i] == '0' ? 8 : 10;
  start = i;
  while (__lariat_digit(s[i]) < base) {
    unsigned long long d = (unsigned long long)__lariat_digit(s[i]);
    if (n->large || n->value > (most - d) / (unsigned)base) n->large = 1;
    else n->value = n->value * (unsigned)base + d;
    i++;
  }
  if (i > start) n->end = i;
  if (n->large) n->value = most;
}

static long long __lariat_signed(const char *const s, char **end, const int base, const unsigned long long most) {
  struct __lariat_number n;
  if (base < 0 || base == 1 || base > 36) {
    __lariat_sets_errno(22);
    return 0;
  }
  __lariat_parse(s, base, most + 1, &n);
  if (end) *end = (char *)s + n.end;
  if (n.large || (!n.negative && n.value > most)) {
    __lariat_sets_errno(34);
    return n.negative ? -(long long)most - 1 : (long long)most;
  }
  return n.negative ? (long long)(0 - n.value) : (long long)n.value;
}

static unsigned long long __lariat_unsigned(const char *const s, char **end, const int base, const unsigned long long most) {
  struct __lariat_number n;
  if (base < 0 || base == 1 || base > 36) {
    __lariat_sets_errno(22);
    return 0;
  }
  __lariat_parse(s, base, most, &n);
  if (end) *end = (char *)s + n.end;
  if (n.large) {
    __lariat_sets_errno(34);
    return most;
  }
  return n.negative ? 0 - n.value : n.value;
}

long __lariat_strtol(const char *const s, char **end, const int base) {
  return (long)__lariat_signed(s, end, base, ~0ul >> 1);
}
long long __lariat_strtoll(const char *const s, char **end, const int base) {
  return __lariat_signed(s, end, base, ~0ull >> 1);
}
unsigned long __lariat_strtoul(const char *const s, char **end, const int base) {
  return (unsigned long)__lariat_unsigned(s, end, base, ~0ul);
}
unsigned long long __lariat_strtoull(const char *const s, char **end, const int base) {
  return __lariat_unsigned(s, end, base, ~0ull);
}
long long __lariat_strtoimax(const char *const s, char **end, const int base) {
  return __lariat_signed(s, end, base, ~0ull >> 1);
}
unsigned long long __lariat_strtoumax(const char *const s, char **end, const int base) {
  return __lariat_unsigned(s, end, base, ~0ull);
}
long __lariat___isoc23_strtol(const char *const s, char **end, const int base) { return __lariat_strtol(s, end, base); }
long long __lariat___isoc23_strtoll(const char *const s, char **end, const int base) { return __lariat_strtoll(s, end, base); }
unsigned long __lariat___isoc23_strtoul(const char *const s, char **end, const int base) { return __lariat_strtoul(s, end, base); }
unsigned long long __lariat___isoc23_strtoull(const char *const s, char **end, const int base) { return __lariat_strtoull(s, end, base); }
int __lariat_atoi(const char *const s) { return (int)__lariat_strtol(s, 0, 10); }
long __lariat_atol(const char *const s) { return __lariat_strtol(s, 0, 10); }
long long __lariat_atoll(const char *const s) { return __lariat_strtoll(s, 0, 10); }

/* A text is read up to its end at most; which number it is is not known. */
double __lariat_strtod(const char *const s, char **end) {
  __lariat_size_t n = __lariat_near_ulong();
  __lariat_assume(n <= __lariat_strlen(s));
  if (end) *end = (char *)s + n;
  __lariat_may_set_errno();
  return n ? __lariat_near_double() : 0;
}
float __lariat_strtof(const char *const s, char **end) {
  __lariat_size_t n = __lariat_near_ulong();
  __lariat_assume(n <= __lariat_strlen(s));
  if (end) *end = (char *)s + n;
  __lariat_may_set_errno();
  return n ? __lariat_near_float() : 0;
}
double __lariat_atof(const char *const s) { return __lariat_strtod(s, 0); }

static void __lariat_swap(char *const a, char *const b, const __lariat_size_t size) {
  char *old = __lariat_own(size);
  __lariat_copy(old, a, size);
  __lariat_copy(a, b, size);
  __lariat_copy(b, old, size);
  __lariat_release(old);
}

/* Elements that compare equal may come in any order: an element moves past an equal one or does not. */
void __lariat_qsort(void *const base, const __lariat_size_t count, const __lariat_size_t size,
                    int (*const compare)(const void *, const void *)) {
  char *a = base;
  __lariat_size_t i, j;
  __lariat_reads(base, count * size);
  for (i = 1; i < count; i++)
    for (j = i; j > 0; j--) {
      int order = compare(a + (j - 1) * size, a + j * size);
      if (order < 0 || (order == 0 && !__lariat_nondet_bool())) break;
      __lariat_swap(a + (j - 1) * size, a + j * size, size);
    }
}

void *__lariat_bsearch(const void *const key, const void *const base, const __lariat_size_t count, const __lariat_size_t size,
                       int (*const compare)(const void *, const void *)) {
  __lariat_size_t low = 0, high = count;
  while (low < high) {
    __lariat_size_t middle = (low + high) / 2;
    const char *p = (const char *)base + middle * size;
    int order = compare(key, p);
    if (order == 0) return (void *)p;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

/* 0 to RAND_MAX */
int __lariat_rand(void) {
  int n = __lariat_nondet_int();
  __lariat_assume(n >= 0);
  return n;
}
int __lariat_rand_r(unsigned *const seed) {
  *seed = (unsigned)__lariat_nondet_int();
  return __lariat_rand();
}
long __lariat_random(void) { return __lariat_rand(); }
long __lariat_lrand48(void) { return __lariat_rand(); }
long __lariat_mrand48(void) { return __lariat_nondet_int(); }
double __lariat_drand48(void) {
  double x = __lariat_nondet_double();
  __lariat_assume(x >= 0 && x < 1);
  return x;
}


/* A text of the library's own that it may have, of any length: the environment, messages. */
static char *__lariat_some_text(void) {
  __lariat_size_t n = __lariat_nondet_ulong();
  __lariat_assume(n < 131072);
  char *p = __lariat_own(n + 1);
  p[n] = 0;
  return p;
}

char *__lariat_getenv(const char *const name) {
  __lariat_strlen(name);
  return __lariat_nondet_bool() ? __lariat_some_text() : 0;
}
char *__lariat_secure_getenv(const char *const name) { return __lariat_getenv(name); }
char *__lariat_strerror(int code) { return __lariat_some_text(); }
char *__lariat_strsignal(int code) { return __lariat_some_text(); }
char *__lariat_setlocale(int category, const char *const name) {
  if (name) __lariat_strlen(name);
  return __lariat_nondet_bool() ? __lariat_some_text() : 0;
}

static int __lariat_succeeds_or_not(void) {
  if (__lariat_nondet_bool()) return 0;
  __lariat_may_set_errno();
  return -1;
}
int __lariat_setenv(const char *const name, const char *const value, int overwrite) {
  __lariat_strlen(name);
  __lariat_strlen(value);
  return __lariat_succeeds_or_not();
}
int __lariat_unsetenv(const char *const name) {
  __lariat_strlen(name);
  return __lariat_succeeds_or_not();
}
int __lariat_system(const char *const command) {
  if (command) __lariat_strlen(command);
  __lariat_may_set_errno();
  return __lariat_nondet_int();
}
int __lariat_posix_memalign(void **to, const __lariat_size_t alignment, const __lariat_size_t n) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return 22;
  void *p = __lariat_malloc(n);
  if (!p) return 12;
  *to = p;
  return 0;
}

/* A list of texts with a null pointer at the end: the arguments of a program, its environment. */
static char **__lariat_texts(int count) {
  char **list = __lariat_own(((__lariat_size_t)count + 1) * sizeof(char *));
  for (int i = 0; i < count; i++) list[i] = __lariat_some_text();
  list[count] = 0;
  return list;
}

static int __lariat_errno;
int *__lariat___errno_location(void) { return &__lariat_errno; }
static void __lariat_store_errno(const int code) { __lariat_errno = code; }

/* Quotient and remainder. */
struct __lariat_int_pair { int quotient, remainder; };
struct __lariat_long_pair { long quotient, remainder; };
struct __lariat_long_long_pair { long long quotient, remainder; };
struct __lariat_int_pair __lariat_div(int a, int b) {
  struct __lariat_int_pair r = { a / b, a % b };
  return r;
}
struct __lariat_long_pair __lariat_ldiv(long a, long b) {
  struct __lariat_long_pair r = { a / b, a % b };
  return r;
}
struct __lariat_long_long_pair __lariat_lldiv(long long a, long long b) {
  struct __lariat_long_long_pair r = { a / b, a % b };
  return r;
}
struct __lariat_long_pair __lariat_imaxdiv(long a, long b) { return __lariat_ldiv(a, b); }
