/* <stdio.h>, but for what has a format (lower/format.rs). Input is anything; a stream is memory of the library's
   own, so that a null pointer or a closed stream is an error. */

static void __lariat_uses(void *const stream) { __lariat_reads(stream, 1); }

static void *__lariat_opens(void) {
  if (__lariat_nondet_bool()) return __lariat_own(216);
  __lariat_fails();
  return 0;
}

void *__lariat_fopen(const char *const name, const char *const mode) {
  __lariat_strlen(name);
  __lariat_strlen(mode);
  return __lariat_opens();
}
void *__lariat_fopen64(const char *const name, const char *const mode) { return __lariat_fopen(name, mode); }
void *__lariat_popen(const char *const command, const char *const mode) { return __lariat_fopen(command, mode); }
void *__lariat_tmpfile(void) { return __lariat_opens(); }
void *__lariat_fdopen(int fd, const char *const mode) {
  __lariat_strlen(mode);
  return __lariat_opens();
}
void *__lariat_freopen(const char *const name, const char *const mode, void *const stream) {
  if (name) __lariat_strlen(name);
  __lariat_strlen(mode);
  __lariat_uses(stream);
  if (__lariat_nondet_bool()) return stream;
  __lariat_release(stream);
  __lariat_may_set_errno();
  return 0;
}

static int __lariat_zero_or_eof(void) {
  if (__lariat_nondet_bool()) return 0;
  __lariat_may_set_errno();
  return -1;
}

int __lariat_fclose(void *const stream) {
  __lariat_uses(stream);
  __lariat_release(stream);
  return __lariat_zero_or_eof();
}
int __lariat_pclose(void *const stream) {
  __lariat_uses(stream);
  __lariat_release(stream);
  __lariat_may_set_errno();
  return __lariat_nondet_int();
}
int __lariat_fflush(void *const stream) {
  if (stream) __lariat_uses(stream);
  return __lariat_zero_or_eof();
}

/* A byte, or EOF. */
static int __lariat_next_byte(void) {
  int c = __lariat_nondet_int();
  __lariat_assume(c >= -1 && c <= 255);
  if (c < 0) __lariat_may_set_errno();
  return c;
}
int __lariat_getchar(void) { return __lariat_next_byte(); }
int __lariat_getchar_unlocked(void) { return __lariat_next_byte(); }
int __lariat_fgetc(void *const stream) {
  __lariat_uses(stream);
  return __lariat_next_byte();
}
int __lariat_getc(void *const stream) { return __lariat_fgetc(stream); }
int __lariat_getc_unlocked(void *const stream) { return __lariat_fgetc(stream); }

static int __lariat_written(const int c) {
  if (__lariat_nondet_bool()) return (unsigned char)c;
  __lariat_may_set_errno();
  return -1;
}
int __lariat_putchar(const int c) { return __lariat_written(c); }
int __lariat_fputc(const int c, void *const stream) {
  __lariat_uses(stream);
  return __lariat_written(c);
}
int __lariat_putc(const int c, void *const stream) { return __lariat_fputc(c, stream); }
int __lariat_ungetc(const int c, void *const stream) {
  __lariat_uses(stream);
  return c == -1 || __lariat_nondet_bool() ? -1 : (unsigned char)c;
}

/* Not negative, or EOF. */
static int __lariat_printed(void) {
  int n = __lariat_near_int();
  if (__lariat_nondet_bool()) {
    __lariat_may_set_errno();
    return -1;
  }
  __lariat_assume(n >= 0);
  return n;
}
int __lariat_puts(const char *const s) {
  __lariat_strlen(s);
  return __lariat_printed();
}
int __lariat_fputs(const char *const s, void *const stream) {
  __lariat_strlen(s);
  __lariat_uses(stream);
  return __lariat_printed();
}
void __lariat_perror(const char *const s) {
  if (s) __lariat_strlen(s);
}

/* A line of at least one byte, or what of it has room. */
char *__lariat_fgets(char *const s, const int size, void *const stream) {
  __lariat_uses(stream);
  if (size <= 0) return 0;
  if (size == 1) {
    s[0] = 0;
    return s;
  }
  if (__lariat_nondet_bool()) {
    /* Nothing is left; after an error, what was read so far may be there. */
    __lariat_may_set_errno();
    return 0;
  }
  __lariat_size_t n = __lariat_nondet_ulong();
  __lariat_assume(n >= 1 && n < (__lariat_size_t)size);
  __lariat_any_bytes(s, n);
  s[n] = 0;
  return s;
}
char *__lariat_gets(char *const s) {
  if (__lariat_nondet_bool()) return 0;
  __lariat_size_t n = __lariat_nondet_ulong();
  __lariat_assume(n < (__lariat_size_t)-1 >> 2);
  __lariat_any_bytes(s, n);
  s[n] = 0;
  return s;
}

__lariat_size_t __lariat_fread(void *const p, const __lariat_size_t size, const __lariat_size_t count, void *const stream) {
  __lariat_uses(stream);
  if (!size || !count) return 0;
  __lariat_size_t n = __lariat_nondet_ulong();
  if (size == 1) {
    __lariat_assume(n <= count);
    __lariat_any_bytes(p, n);
    return n;
  }
  /* Whole elements, and the first bytes of another one. */
  __lariat_size_t more = __lariat_nondet_ulong();
  __lariat_assume(n <= count && more < size && (n < count || more == 0));
  __lariat_any_bytes(p, n * size + more);
  return n;
}
__lariat_size_t __lariat_fwrite(const void *const p, const __lariat_size_t size, const __lariat_size_t count, void *const stream) {
  __lariat_uses(stream);
  if (!size || !count) return 0;
  __lariat_reads(p, size * count);
  __lariat_size_t n = __lariat_nondet_ulong();
  __lariat_assume(n <= count);
  return n;
}

/* A line of any length in memory of the heap, which replaces that of the caller. */
long __lariat_getdelim(char **line, __lariat_size_t *const size, int end, void *const stream) {
  __lariat_uses(stream);
  if (__lariat_nondet_bool()) {
    __lariat_may_set_errno();
    return -1;
  }
  __lariat_size_t n = __lariat_nondet_ulong();
  __lariat_assume(n >= 1 && n < (__lariat_size_t)-1 >> 2);
  if (!*line || *size <= n) {
    __lariat_size_t room = __lariat_nondet_ulong();
    __lariat_assume(room > n && room < (__lariat_size_t)-1 >> 1);
    char *p = __lariat_realloc(*line, room);
    if (!p) return -1;
    *line = p;
    *size = room;
  }
  __lariat_any_bytes(*line, n);
  (*line)[n] = 0;
  return (long)n;
}
long __lariat_getline(char **line, __lariat_size_t *const size, void *const stream) { return __lariat_getdelim(line, size, '\n', stream); }

int __lariat_feof(void *const stream) {
  __lariat_uses(stream);
  return __lariat_nondet_int();
}
int __lariat_ferror(void *const stream) {
  __lariat_uses(stream);
  return __lariat_nondet_int();
}
void __lariat_clearerr(void *const stream) { __lariat_uses(stream); }
void __lariat_rewind(void *const stream) { __lariat_uses(stream); }
int __lariat_fileno(void *const stream) {
  __lariat_uses(stream);
  return __lariat_printed();
}
int __lariat_fseek(void *const stream, long by, int from) {
  __lariat_uses(stream);
  return __lariat_zero_or_eof();
}
long __lariat_ftell(void *const stream) {
  long at = __lariat_nondet_long();
  __lariat_uses(stream);
  __lariat_assume(at >= -1);
  if (at < 0) __lariat_may_set_errno();
  return at;
}
void __lariat_setbuf(void *const stream, char *const buffer) {
  __lariat_uses(stream);
  if (buffer) __lariat_unsupported();
}
int __lariat_setvbuf(void *const stream, char *const buffer, int mode, __lariat_size_t size) {
  __lariat_uses(stream);
  if (buffer) __lariat_unsupported();
  return __lariat_zero_or_eof();
}
int __lariat_remove(const char *const name) {
  __lariat_strlen(name);
  return __lariat_zero_or_eof();
}
int __lariat_rename(const char *const from, const char *const to) {
  __lariat_strlen(from);
  __lariat_strlen(to);
  return __lariat_zero_or_eof();
}

/* Pieces of what is printed into memory of `most` bytes; see lower/format.rs. */

static __lariat_size_t __lariat_put(char *const to, const __lariat_size_t most, const __lariat_size_t at, const char c) {
  if (at + 1 < most) to[at] = c;
  return at + 1;
}

static __lariat_size_t __lariat_put_text(char *const to, const __lariat_size_t most, __lariat_size_t at, const char *const s,
                                const __lariat_size_t precision, const __lariat_size_t width, const _Bool left) {
  __lariat_size_t n = __lariat_strnlen(s, precision), i;
  if (!left)
    for (i = n; i < width; i++) at = __lariat_put(to, most, at, ' ');
  for (i = 0; i < n; i++) at = __lariat_put(to, most, at, s[i]);
  if (left)
    for (i = n; i < width; i++) at = __lariat_put(to, most, at, ' ');
  return at;
}

static __lariat_size_t __lariat_put_some_byte(char *const to, const __lariat_size_t most, __lariat_size_t at) {
  char c = __lariat_near_char();
  __lariat_assume(c != 0);
  return __lariat_put(to, most, at, c);
}

/* Some text of `least` to `greatest` bytes; so many are certain. */
static __lariat_size_t __lariat_put_some(char *const to, const __lariat_size_t most, __lariat_size_t at, const __lariat_size_t least,
                                const __lariat_size_t greatest) {
  __lariat_size_t n = __lariat_near_ulong(), i;
  __lariat_assume(n >= least && n <= greatest);
  for (i = 0; i < least; i++) at = __lariat_put_some_byte(to, most, at);
  for (; i < n; i++) at = __lariat_put_some_byte(to, most, at);
  return at;
}

/* The text of a number, of `least` to `longest` bytes. What is printed for NaNs is not known: their sign is not. */
static __lariat_size_t __lariat_put_double(char *const to, const __lariat_size_t most, __lariat_size_t at, const double x,
                                         const unsigned long long how, const __lariat_size_t least, const unsigned long longest,
                                         const __lariat_size_t width, const _Bool left) {
  __lariat_size_t n, i;
  char c;
  if (x != x) return __lariat_put_some(to, most, at, width < 3 ? 3 : width, width < 4 ? 4 : width);
  n = __lariat_float_text(x, how + 0xffffffffu);
  __lariat_assume(n >= least && n <= longest);
  if (!left)
    for (i = n; i < width; i++) at = __lariat_put(to, most, at, ' ');
  for (i = 0; i < least; i++) {
    c = __lariat_float_text(x, how + i);
    __lariat_assume(c != 0);
    at = __lariat_put(to, most, at, c);
  }
  for (; i < n; i++) {
    c = __lariat_float_text(x, how + i);
    __lariat_assume(c != 0);
    at = __lariat_put(to, most, at, c);
  }
  if (left)
    for (i = n; i < width; i++) at = __lariat_put(to, most, at, ' ');
  return at;
}

/* What scanf reads for %s and %c. */
static void __lariat_scan_text(char *const to, const __lariat_size_t width) {
  __lariat_size_t n = __lariat_nondet_ulong(), i;
  __lariat_assume(n >= 1 && n <= width);
  __lariat_any_bytes(to, n);
  to[n] = 0;
}

/* Some text that has room, of a format that is not known. */
static void __lariat_some_line(char *const to, const __lariat_size_t most) {
  __lariat_size_t n = __lariat_nondet_ulong();
  if (!most) return;
  __lariat_assume(n < most);
  __lariat_any_bytes(to, n);
  to[n] = 0;
}
