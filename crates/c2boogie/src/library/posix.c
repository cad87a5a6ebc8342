/* Descriptors, sockets, files and time of POSIX. What the system answers is anything within the range that it has. */

/* -1 with an error, or up to `most`. */
static long __lariat_count(const __lariat_size_t most) {
  long n = __lariat_nondet_long();
  __lariat_assume(n >= -1 && (n < 0 || (__lariat_size_t)n <= most));
  if (n < 0) __lariat_fails();
  return n;
}
static int __lariat_descriptor(void) {
  int fd = __lariat_nondet_int();
  __lariat_assume(fd >= -1);
  if (fd < 0) __lariat_fails();
  return fd;
}
static int __lariat_result(void) {
  if (__lariat_nondet_bool()) return 0;
  __lariat_fails();
  return -1;
}

long __lariat_read(int fd, void *const to, const __lariat_size_t size) {
  long n = __lariat_count(size);
  if (n > 0) __lariat_any_bytes(to, (__lariat_size_t)n);
  return n;
}
long __lariat_pread(int fd, void *const to, const __lariat_size_t size, long at) { return __lariat_read(fd, to, size); }
long __lariat_recv(int fd, void *const to, const __lariat_size_t size, int flags) { return __lariat_read(fd, to, size); }
long __lariat_readlink(const char *const name, char *const to, const __lariat_size_t size) {
  __lariat_strlen(name);
  return __lariat_read(0, to, size);
}
long __lariat_getrandom(void *const to, const __lariat_size_t size, unsigned flags) { return __lariat_read(0, to, size); }
long __lariat_write(int fd, const void *const from, const __lariat_size_t size) {
  __lariat_reads(from, size);
  return __lariat_count(size);
}
long __lariat_pwrite(int fd, const void *const from, const __lariat_size_t size, long at) { return __lariat_write(fd, from, size); }
long __lariat_send(int fd, const void *const from, const __lariat_size_t size, int flags) { return __lariat_write(fd, from, size); }
long __lariat_recvfrom(int fd, void *const to, const __lariat_size_t size, int flags, void *const address, unsigned *const room) {
  long n = __lariat_read(fd, to, size);
  if (n >= 0 && address) {
    unsigned before = *room, part = (unsigned)__lariat_nondet_int();
    __lariat_assume(part <= before);
    __lariat_any_bytes(address, part);
    *room = (unsigned)__lariat_nondet_int();
  }
  return n;
}
long __lariat_sendto(int fd, const void *const from, const __lariat_size_t size, int flags, const void *const address, unsigned length) {
  if (address) __lariat_reads(address, length);
  return __lariat_write(fd, from, size);
}
int __lariat_close(int fd) { return __lariat_result(); }
int __lariat_creat(const char *const name, unsigned mode) {
  __lariat_strlen(name);
  return __lariat_descriptor();
}
int __lariat_dup(int fd) { return __lariat_descriptor(); }
int __lariat_dup2(int fd, const int other) { return __lariat_result() < 0 ? -1 : other; }
int __lariat_pipe(int *const fds) {
  int r = __lariat_result();
  if (r == 0) {
    fds[0] = __lariat_nondet_int();
    fds[1] = __lariat_nondet_int();
    __lariat_assume(fds[0] >= 0 && fds[1] >= 0 && fds[0] != fds[1]);
  }
  return r;
}
int __lariat_isatty(int fd) { return __lariat_result() + 1; }
long __lariat_lseek(int fd, long by, int from) { return __lariat_count((__lariat_size_t)-1 >> 1); }
int __lariat_ftruncate(int fd, long size) { return __lariat_result(); }
int __lariat_fsync(int fd) { return __lariat_result(); }
int __lariat_socket(int domain, int kind, int protocol) { return __lariat_descriptor(); }
int __lariat_bind(int fd, const void *const address, unsigned length) {
  __lariat_reads(address, length);
  return __lariat_result();
}
int __lariat_connect(int fd, const void *const address, unsigned length) {
  __lariat_reads(address, length);
  return __lariat_result();
}
int __lariat_listen(int fd, int waiting) { return __lariat_result(); }
int __lariat_shutdown(int fd, int how) { return __lariat_result(); }
int __lariat_setsockopt(int fd, int level, int name, const void *const value, unsigned length) {
  __lariat_reads(value, length);
  return __lariat_result();
}
int __lariat_access(const char *const name, int mode) {
  __lariat_strlen(name);
  return __lariat_result();
}
int __lariat_unlink(const char *const name) {
  __lariat_strlen(name);
  return __lariat_result();
}
int __lariat_mkdir(const char *const name, unsigned mode) {
  __lariat_strlen(name);
  return __lariat_result();
}
int __lariat_rmdir(const char *const name) {
  __lariat_strlen(name);
  return __lariat_result();
}
int __lariat_chdir(const char *const name) {
  __lariat_strlen(name);
  return __lariat_result();
}
int __lariat_chmod(const char *const name, unsigned mode) {
  __lariat_strlen(name);
  return __lariat_result();
}

/* A text that has to fit, with its end. */
char *__lariat_getcwd(char *const to, const __lariat_size_t size) {
  if (!to) __lariat_unsupported();
  if (size == 0 || __lariat_nondet_bool()) {
    __lariat_may_set_errno();
    return 0;
  }
  __lariat_size_t n = __lariat_nondet_ulong();
  __lariat_assume(n >= 1 && n < size);
  __lariat_any_bytes(to, n);
  to[0] = '/';
  to[n] = 0;
  return to;
}
int __lariat_gethostname(char *const to, const __lariat_size_t size) {
  __lariat_size_t n = __lariat_nondet_ulong();
  __lariat_assume(n <= size);
  __lariat_any_bytes(to, n);
  return __lariat_result();
}

int __lariat_getpid(void) {
  int n = __lariat_nondet_int();
  __lariat_assume(n > 0);
  return n;
}
int __lariat_getppid(void) {
  int n = __lariat_nondet_int();
  __lariat_assume(n >= 0);
  return n;
}
unsigned __lariat_sleep(const unsigned seconds) {
  unsigned n = (unsigned)__lariat_nondet_int();
  __lariat_assume(n <= seconds);
  return n;
}
int __lariat_usleep(unsigned n) { return __lariat_result(); }

/* <signal.h>: sets of signals, one bit each. */

int __lariat_sigemptyset(unsigned long *const set) {
  __lariat_zeros(set, 128);
  return 0;
}
static _Bool __lariat_is_signal(const int n) {
  if (n >= 1 && n <= 64) return 1;
  __lariat_sets_errno(22);
  return 0;
}
int __lariat_sigaddset(unsigned long *const set, const int n) {
  if (!__lariat_is_signal(n)) return -1;
  set[(n - 1) / (8 * sizeof *set)] |= 1ul << (n - 1) % (8 * sizeof *set);
  return 0;
}
int __lariat_sigdelset(unsigned long *const set, const int n) {
  if (!__lariat_is_signal(n)) return -1;
  set[(n - 1) / (8 * sizeof *set)] &= ~(1ul << (n - 1) % (8 * sizeof *set));
  return 0;
}
int __lariat_sigismember(const unsigned long *const set, const int n) {
  if (!__lariat_is_signal(n)) return -1;
  return (set[(n - 1) / (8 * sizeof *set)] >> (n - 1) % (8 * sizeof *set) & 1) != 0;
}

/* <arpa/inet.h> */

unsigned short __lariat_htons(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
unsigned short __lariat_ntohs(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
unsigned __lariat_htonl(unsigned x) { return x << 24 | (x << 8 & 0xff0000u) | (x >> 8 & 0xff00u) | x >> 24; }
unsigned __lariat_ntohl(unsigned x) { return __lariat_htonl(x); }

/* <time.h> */

long __lariat_time(long *const to) {
  long t = __lariat_nondet_long();
  __lariat_assume(t >= -1);
  if (to) *to = t;
  return t;
}
long __lariat_clock(void) {
  long t = __lariat_nondet_long();
  __lariat_assume(t >= -1);
  return t;
}
struct __lariat_time { long seconds, parts; };
static void __lariat_some_time(struct __lariat_time *const to, const long parts) {
  to->seconds = __lariat_nondet_long();
  to->parts = __lariat_nondet_long();
  __lariat_assume(to->parts >= 0 && to->parts < parts);
}
int __lariat_gettimeofday(struct __lariat_time *const to, void *const zone) {
  if (to) __lariat_some_time(to, 1000000);
  if (zone) __lariat_any_bytes(zone, 8);
  return 0;
}
int __lariat_clock_gettime(int which, struct __lariat_time *const to) {
  int r = __lariat_result();
  if (r == 0) __lariat_some_time(to, 1000000000);
  return r;
}
int __lariat_nanosleep(const struct __lariat_time *const wanted, struct __lariat_time *const left) {
  int r = __lariat_result();
  __lariat_reads(wanted, sizeof *wanted);
  if (r && left) __lariat_some_time(left, 1000000000);
  return r;
}
__lariat_size_t __lariat_strftime(char *const to, const __lariat_size_t size, const char *const format, const void *const time) {
  __lariat_size_t n = __lariat_date_ulong();
  __lariat_strlen(format);
  __lariat_reads(time, 36);
  if (size == 0) return 0;
  __lariat_assume(n < size);
  __lariat_any_bytes(to, n);
  to[n] = 0;
  return n;
}

struct __lariat_date {
  int second, minute, hour, day, month, year, weekday, yearday, summer;
  long east;
  const char *zone;
};
static struct __lariat_date __lariat_the_date;
/* The year of a date has to fit. */
static _Bool __lariat_has_date(const long time) {
  return sizeof(long) == 4 || time / 86400 >= -784354017364 && time / 86400 <= 784351576776;
}
static void __lariat_some_date(struct __lariat_date *const d) {
  d->second = __lariat_date_int();
  d->minute = __lariat_date_int();
  d->hour = __lariat_date_int();
  d->day = __lariat_date_int();
  d->month = __lariat_date_int();
  d->year = __lariat_date_int();
  d->weekday = __lariat_date_int();
  d->yearday = __lariat_date_int();
  d->summer = __lariat_date_int();
  d->east = __lariat_date_long();
  __lariat_assume(d->second >= 0 && d->second <= 60 && d->minute >= 0 && d->minute < 60);
  __lariat_assume(d->hour >= 0 && d->hour < 24 && d->day >= 1 && d->day <= 31);
  __lariat_assume(d->month >= 0 && d->month < 12 && d->weekday >= 0 && d->weekday < 7);
  __lariat_assume(d->yearday >= 0 && d->yearday < 366 && d->east > -86400 && d->east < 86400);
}
void *__lariat_localtime(const long *const time) {
  __lariat_reads(time, sizeof *time);
  if (!__lariat_has_date(*time)) {
    __lariat_may_set_errno();
    return 0;
  }
  __lariat_some_date(&__lariat_the_date);
  return &__lariat_the_date;
}
void *__lariat_gmtime(const long *const time) { return __lariat_localtime(time); }
void *__lariat_localtime_r(const long *const time, void *const to) {
  __lariat_reads(time, sizeof *time);
  if (!__lariat_has_date(*time)) {
    __lariat_may_set_errno();
    return 0;
  }
  __lariat_some_date(to);
  return to;
}
void *__lariat_gmtime_r(const long *const time, void *const to) { return __lariat_localtime_r(time, to); }
long __lariat_mktime(void *const date) {
  __lariat_reads(date, sizeof(struct __lariat_date));
  if (__lariat_date_int()) {
    __lariat_may_set_errno();
    return -1;
  }
  __lariat_some_date(date);
  return __lariat_date_long();
}
double __lariat_difftime(long a, long b) { return (double)a - (double)b; }
