/* Models of library functions, in C. `long` has the size of pointers in both data models. A
   function f of the library that a program does not define is __lariat_f. */

unsigned long __lariat_strlen(const char *s) {
  unsigned long n = 0;
  while (s[n]) n++;
  return n;
}

unsigned long __lariat_strnlen(const char *s, unsigned long most) {
  unsigned long n = 0;
  while (n < most && s[n]) n++;
  return n;
}

char *__lariat_strcpy(char *to, const char *from) {
  unsigned long i = 0;
  while ((to[i] = from[i])) i++;
  return to;
}

char *__lariat_stpcpy(char *to, const char *from) {
  unsigned long i = 0;
  while ((to[i] = from[i])) i++;
  return to + i;
}

char *__lariat_strncpy(char *to, const char *from, unsigned long n) {
  unsigned long i = 0;
  while (i < n && from[i]) { to[i] = from[i]; i++; }
  while (i < n) { to[i] = 0; i++; }
  return to;
}

char *__lariat_strcat(char *to, const char *from) {
  unsigned long end = 0, i = 0;
  while (to[end]) end++;
  while ((to[end + i] = from[i])) i++;
  return to;
}

char *__lariat_strncat(char *to, const char *from, unsigned long n) {
  unsigned long end = 0, i = 0;
  while (to[end]) end++;
  while (i < n && from[i]) { to[end + i] = from[i]; i++; }
  to[end + i] = 0;
  return to;
}

int __lariat_strcmp(const char *a, const char *b) {
  unsigned long i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}

int __lariat_strncmp(const char *a, const char *b, unsigned long n) {
  unsigned long i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  if (i >= n) return 0;
  return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}

char *__lariat_strchr(const char *s, int c) {
  while (*s != (char)c) {
    if (!*s) return 0;
    s++;
  }
  return (char *)s;
}

char *__lariat_index(const char *s, int c) { return __lariat_strchr(s, c); }

char *__lariat_strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (!*s) break;
  }
  return (char *)last;
}

int __lariat_memcmp(const void *a, const void *b, unsigned long n) {
  const unsigned char *x = a, *y = b;
  unsigned long i = 0;
  while (i < n && x[i] == y[i]) i++;
  return i < n ? (int)x[i] - (int)y[i] : 0;
}

void *__lariat_memchr(const void *p, int c, unsigned long n) {
  const unsigned char *x = p;
  for (unsigned long i = 0; i < n; i++)
    if (x[i] == (unsigned char)c) return (void *)(x + i);
  return 0;
}

int __lariat_isdigit(int c) { return c >= '0' && c <= '9'; }
int __lariat_isupper(int c) { return c >= 'A' && c <= 'Z'; }
int __lariat_islower(int c) { return c >= 'a' && c <= 'z'; }
int __lariat_isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
int __lariat_isalnum(int c) { return __lariat_isalpha(c) || __lariat_isdigit(c); }
int __lariat_isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int __lariat_toupper(int c) { return __lariat_islower(c) ? c - 32 : c; }
int __lariat_tolower(int c) { return __lariat_isupper(c) ? c + 32 : c; }

unsigned short __lariat_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }

unsigned int __lariat_bswap32(unsigned int x) {
  return x << 24 | (x << 8 & 0xff0000u) | (x >> 8 & 0xff00u) | x >> 24;
}

unsigned long long __lariat_bswap64(unsigned long long x) {
  return (unsigned long long)__lariat_bswap32((unsigned int)x) << 32
       | __lariat_bswap32((unsigned int)(x >> 32));
}

int __lariat_popcountll(unsigned long long x) {
  x = x - (x >> 1 & 0x5555555555555555ull);
  x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
  x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0full;
  return (int)(x * 0x0101010101010101ull >> 56);
}
int __lariat_popcount(unsigned int x) { return __lariat_popcountll(x); }
int __lariat_popcountl(unsigned long x) { return __lariat_popcountll(x); }
int __lariat_parityll(unsigned long long x) { return __lariat_popcountll(x) & 1; }
int __lariat_parity(unsigned int x) { return __lariat_popcountll(x) & 1; }
int __lariat_parityl(unsigned long x) { return __lariat_popcountll(x) & 1; }

int __lariat_ctzll(unsigned long long x) { return __lariat_popcountll((x & -x) - 1); }
int __lariat_ctz(unsigned int x) { return __lariat_ctzll(x); }
int __lariat_ctzl(unsigned long x) { return __lariat_ctzll(x); }

int __lariat_clzll(unsigned long long x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  x |= x >> 32;
  return 64 - __lariat_popcountll(x);
}
int __lariat_clz(unsigned int x) { return __lariat_clzll(x) - 32; }
int __lariat_clzl(unsigned long x) { return __lariat_clzll(x) - (64 - 8 * (int)sizeof(long)); }

int __lariat_ffsll(long long x) { return x ? __lariat_ctzll((unsigned long long)x) + 1 : 0; }
int __lariat_ffs(int x) { return x ? __lariat_ctzll((unsigned int)x) + 1 : 0; }
int __lariat_ffsl(long x) { return x ? __lariat_ctzll((unsigned long)x) + 1 : 0; }

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

/* Functions to run at exit, as lower/ending.rs uses them. A handler is gone before it runs; what handlers register
   in turn would have to run, too, and is unsupported. */

void __lariat_unsupported(void);
static void (*__lariat_exit0)(void), (*__lariat_exit1)(void), (*__lariat_exit2)(void), (*__lariat_exit3)(void);

int __lariat_atexit(void (*f)(void)) {
  if (!__lariat_exit0) __lariat_exit0 = f;
  else if (!__lariat_exit1) __lariat_exit1 = f;
  else if (!__lariat_exit2) __lariat_exit2 = f;
  else if (!__lariat_exit3) __lariat_exit3 = f;
  else __lariat_unsupported();
  return 0;
}

void __lariat_run_exit_handlers(void) {
  void (*f)(void);
  f = __lariat_exit3;
  __lariat_exit3 = 0;
  if (f) f();
  if (__lariat_exit3) __lariat_unsupported();
  f = __lariat_exit2;
  __lariat_exit2 = 0;
  if (f) f();
  if (__lariat_exit2) __lariat_unsupported();
  f = __lariat_exit1;
  __lariat_exit1 = 0;
  if (f) f();
  if (__lariat_exit1) __lariat_unsupported();
  f = __lariat_exit0;
  __lariat_exit0 = 0;
  if (f) f();
  if (__lariat_exit0) __lariat_unsupported();
}

/* Threads, as lower/threads.rs uses them. At most four wait to be run or joined; others run at once. */

int __lariat_nondet_schedule(void);
void __lariat_assume(int);

struct __lariat_thread {
  unsigned long id;
  enum { __lariat_none, __lariat_waits, __lariat_runs, __lariat_ended } state;
  void *(*run)(void *);
  void *argument, *result;
};

static struct __lariat_thread __lariat_threads[4];
static unsigned long __lariat_created, __lariat_running;

static void __lariat_thread_run(struct __lariat_thread *t) {
  unsigned long before = __lariat_running;
  __lariat_running = t->id;
  t->state = __lariat_runs;
  t->result = t->run(t->argument);
  t->state = __lariat_ended;
  __lariat_running = before;
}

static void __lariat_thread_perhaps(struct __lariat_thread *t) {
  if (t->state == __lariat_waits && __lariat_nondet_schedule()) __lariat_thread_run(t);
}

void __lariat_thread_switch(void) {
  __lariat_thread_perhaps(&__lariat_threads[0]);
  __lariat_thread_perhaps(&__lariat_threads[1]);
  __lariat_thread_perhaps(&__lariat_threads[2]);
  __lariat_thread_perhaps(&__lariat_threads[3]);
}

int __lariat_thread_create(unsigned long *thread, void *attributes, void *(*run)(void *), void *argument) {
  struct __lariat_thread extra = { 0 }, *t = &extra;
  if (!__lariat_threads[0].state) t = &__lariat_threads[0];
  else if (!__lariat_threads[1].state) t = &__lariat_threads[1];
  else if (!__lariat_threads[2].state) t = &__lariat_threads[2];
  else if (!__lariat_threads[3].state) t = &__lariat_threads[3];
  t->id = ++__lariat_created;
  t->run = run;
  t->argument = argument;
  t->state = __lariat_waits;
  *thread = t->id;
  __lariat_thread_switch();
  if (t == &extra) __lariat_thread_run(t);
  return 0;
}

int __lariat_thread_join(unsigned long thread, void **result) {
  struct __lariat_thread *t = 0;
  if (__lariat_threads[0].state && __lariat_threads[0].id == thread) t = &__lariat_threads[0];
  if (__lariat_threads[1].state && __lariat_threads[1].id == thread) t = &__lariat_threads[1];
  if (__lariat_threads[2].state && __lariat_threads[2].id == thread) t = &__lariat_threads[2];
  if (__lariat_threads[3].state && __lariat_threads[3].id == thread) t = &__lariat_threads[3];
  __lariat_assume(t || !result);
  if (!t) return 0;
  if (t->state == __lariat_waits) __lariat_thread_run(t);
  __lariat_assume(t->state == __lariat_ended);
  if (result) *result = t->result;
  t->state = __lariat_none;
  return 0;
}

int __lariat_thread_once(int *control, void (*f)(void)) {
  if (!*control) { *control = 1; f(); }
  return 0;
}

unsigned long __lariat_thread_self(void) { return __lariat_running; }
int __lariat_thread_init(int *lock, void *attributes) { *lock = 0; return 0; }
int __lariat_thread_lock(int *lock) { __lariat_assume(!*lock); *lock = 1; return 0; }
int __lariat_thread_unlock(int *lock) { *lock = 0; return 0; }
int __lariat_thread_try_lock(int *lock) { if (*lock) return 16; *lock = 1; return 0; }
int __lariat_thread_share(int *lock) { __lariat_assume(*lock != 1); *lock -= 1; return 0; }
int __lariat_thread_unshare(int *lock) { *lock = *lock < 0 ? *lock + 1 : 0; return 0; }
int __lariat_thread_sem_init(int *value, int shared, unsigned start) { *value = (int)start; return 0; }
int __lariat_thread_sem_wait(int *value) { __lariat_assume(*value > 0); *value -= 1; return 0; }
int __lariat_thread_sem_post(int *value) { *value += 1; return 0; }
