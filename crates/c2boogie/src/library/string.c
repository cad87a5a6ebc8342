/* <string.h> and <strings.h>. Loops are simple ones over an index, so that those over a constant text can be
   unrolled. What C lets a function read is what the model reads. */

__lariat_size_t __lariat_strlen(const char *const s) {
  __lariat_size_t n = 0;
  while (s[n]) n++;
  return n;
}

__lariat_size_t __lariat_strnlen(const char *const s, const __lariat_size_t most) {
  __lariat_size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

char *__lariat_strcpy(char *const to, const char *const from) {
  __lariat_copy_text(to, from, __lariat_strlen(from) + 1);
  return to;
}

char *__lariat_stpcpy(char *const to, const char *const from) {
  __lariat_size_t n = __lariat_strlen(from);
  __lariat_copy_text(to, from, n + 1);
  return to + n;
}

char *__lariat_strncpy(char *const to, const char *const from, const __lariat_size_t n) {
  __lariat_size_t part = __lariat_strnlen(from, n);
  __lariat_copy_text(to, from, part);
  __lariat_zeros_text(to + part, n - part);
  return to;
}

char *__lariat_stpncpy(char *const to, const char *const from, const __lariat_size_t n) {
  __lariat_size_t end = __lariat_strnlen(from, n);
  __lariat_strncpy(to, from, n);
  return to + end;
}

char *__lariat_strcat(char *const to, const char *const from) {
  __lariat_size_t end = __lariat_strlen(to);
  __lariat_copy_text(to + end, from, __lariat_strlen(from) + 1);
  return to;
}

char *__lariat_strncat(char *const to, const char *const from, const __lariat_size_t n) {
  __lariat_size_t end = __lariat_strlen(to), more = __lariat_strnlen(from, n);
  __lariat_copy_text(to + end, from, more);
  to[end + more] = 0;
  return to;
}

__lariat_size_t __lariat_strlcpy(char *const to, const char *const from, const __lariat_size_t n) {
  __lariat_size_t whole = __lariat_strlen(from), part = whole;
  if (!n) return whole;
  if (part >= n) part = n - 1;
  __lariat_copy_text(to, from, part);
  to[part] = 0;
  return whole;
}

__lariat_size_t __lariat_strlcat(char *const to, const char *const from, const __lariat_size_t n) {
  __lariat_size_t end = __lariat_strnlen(to, n);
  if (end == n) return n + __lariat_strlen(from);
  return end + __lariat_strlcpy(to + end, from, n - end);
}

int __lariat_strcmp(const char *const a, const char *const b) {
  __lariat_size_t i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}

int __lariat_strcoll(const char *const a, const char *const b) { return __lariat_strcmp(a, b); }

int __lariat_strncmp(const char *const a, const char *const b, const __lariat_size_t n) {
  __lariat_size_t i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  if (i >= n) return 0;
  return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}

static int __lariat_lower(char c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : (int)(unsigned char)c;
}

int __lariat_strcasecmp(const char *const a, const char *const b) {
  __lariat_size_t i = 0;
  while (a[i] && __lariat_lower(a[i]) == __lariat_lower(b[i])) i++;
  return __lariat_lower(a[i]) - __lariat_lower(b[i]);
}

int __lariat_strncasecmp(const char *const a, const char *const b, const __lariat_size_t n) {
  __lariat_size_t i = 0;
  while (i < n && a[i] && __lariat_lower(a[i]) == __lariat_lower(b[i])) i++;
  if (i >= n) return 0;
  return __lariat_lower(a[i]) - __lariat_lower(b[i]);
}

char *__lariat_strchr(const char *const s, const int c) {
  __lariat_size_t i = 0;
  while (s[i] && s[i] != (char)c) i++;
  return s[i] == (char)c ? (char *)s + i : 0;
}

char *__lariat_strchrnul(const char *const s, const int c) {
  __lariat_size_t i = 0;
  while (s[i] && s[i] != (char)c) i++;
  return (char *)s + i;
}

char *__lariat_index(const char *const s, const int c) { return __lariat_strchr(s, c); }

char *__lariat_strrchr(const char *const s, const int c) {
  __lariat_size_t n = __lariat_strlen(s) + 1;
  while (n > 0 && s[n - 1] != (char)c) n--;
  return n > 0 ? (char *)s + (n - 1) : 0;
}

char *__lariat_rindex(const char *const s, const int c) { return __lariat_strrchr(s, c); }

static int __lariat_is_among(const char c, const char *const set) {
  __lariat_size_t i = 0;
  while (set[i] && set[i] != c) i++;
  return c && set[i] == c;
}

__lariat_size_t __lariat_strspn(const char *const s, const char *const set) {
  __lariat_size_t n = 0;
  while (__lariat_is_among(s[n], set)) n++;
  return n;
}

__lariat_size_t __lariat_strcspn(const char *const s, const char *const set) {
  __lariat_size_t n = 0;
  while (s[n] && !__lariat_is_among(s[n], set)) n++;
  return n;
}

char *__lariat_strpbrk(const char *const s, const char *const set) {
  __lariat_size_t n = __lariat_strcspn(s, set);
  return s[n] ? (char *)s + n : 0;
}

static int __lariat_begins(const char *const s, const char *const with) {
  __lariat_size_t i = 0;
  while (with[i] && s[i] == with[i]) i++;
  return !with[i];
}

char *__lariat_strstr(const char *const s, const char *const part) {
  __lariat_size_t i = 0;
  while (s[i] && !__lariat_begins(s + i, part)) i++;
  return s[i] || !part[0] ? (char *)s + i : 0;
}

static int __lariat_begins_anyhow(const char *const s, const char *const with) {
  __lariat_size_t i = 0;
  while (with[i] && __lariat_lower(s[i]) == __lariat_lower(with[i])) i++;
  return !with[i];
}

char *__lariat_strcasestr(const char *const s, const char *const part) {
  __lariat_size_t i = 0;
  while (s[i] && !__lariat_begins_anyhow(s + i, part)) i++;
  return s[i] || !part[0] ? (char *)s + i : 0;
}

char *__lariat_strtok_r(char *s, const char *const set, char **rest) {
  if (!s) s = *rest;
  s += __lariat_strspn(s, set);
  if (!*s) { *rest = s; return 0; }
  __lariat_size_t n = __lariat_strcspn(s, set);
  if (s[n]) { s[n] = 0; *rest = s + n + 1; } else *rest = s + n;
  return s;
}

static char *__lariat_strtok_rest;
char *__lariat_strtok(char *s, const char *const set) {
  if (!s && !__lariat_strtok_rest) return 0;
  if (!s) s = __lariat_strtok_rest;
  s += __lariat_strspn(s, set);
  if (!*s) { __lariat_strtok_rest = s; return 0; }
  __lariat_size_t n = __lariat_strcspn(s, set);
  if (s[n]) { s[n] = 0; __lariat_strtok_rest = s + n + 1; } else __lariat_strtok_rest = s + n;
  return s;
}

char *__lariat_strsep(char **rest, const char *const set) {
  char *s = *rest;
  if (!s) return 0;
  __lariat_size_t n = __lariat_strcspn(s, set);
  if (s[n]) { s[n] = 0; *rest = s + n + 1; } else *rest = 0;
  return s;
}

char *__lariat_strdup(const char *const s) {
  __lariat_size_t n = __lariat_strlen(s) + 1;
  char *p = __lariat_malloc(n);
  if (p) __lariat_copy_text(p, s, n);
  return p;
}

char *__lariat_strndup(const char *const s, const __lariat_size_t most) {
  __lariat_size_t n = __lariat_strnlen(s, most);
  char *p = __lariat_malloc(n + 1);
  if (!p) return 0;
  __lariat_copy_text(p, s, n);
  p[n] = 0;
  return p;
}

int __lariat_memcmp(const void *const a, const void *const b, const __lariat_size_t n) {
  const unsigned char *x = a, *y = b;
  __lariat_size_t i = 0;
  __lariat_reads(a, n);
  __lariat_reads(b, n);
  while (i < n && x[i] == y[i]) i++;
  return i < n ? (int)x[i] - (int)y[i] : 0;
}

int __lariat_bcmp(const void *const a, const void *const b, const __lariat_size_t n) { return __lariat_memcmp(a, b, n); }

void *__lariat_memchr(const void *const p, const int c, const __lariat_size_t n) {
  const unsigned char *x = p;
  __lariat_size_t i = 0;
  while (i < n && x[i] != (unsigned char)c) i++;
  return i < n ? (void *)(x + i) : 0;
}

void *__lariat_memrchr(const void *const p, const int c, const __lariat_size_t n) {
  const unsigned char *x = p;
  __lariat_size_t i = n;
  __lariat_reads(p, n);
  while (i > 0 && x[i - 1] != (unsigned char)c) i--;
  return i > 0 ? (void *)(x + (i - 1)) : 0;
}

void *__lariat_rawmemchr(const void *const p, const int c) {
  const unsigned char *x = p;
  __lariat_size_t i = 0;
  while (x[i] != (unsigned char)c) i++;
  return (void *)(x + i);
}

void *__lariat_memccpy(void *const to, const void *const from, const int c, const __lariat_size_t n) {
  unsigned char *x = to;
  const unsigned char *y = from;
  __lariat_size_t i = 0;
  while (i < n && y[i] != (unsigned char)c) { x[i] = y[i]; i++; }
  if (i == n) return 0;
  x[i] = y[i];
  return x + i + 1;
}

void *__lariat_memmem(const void *const p, const __lariat_size_t n, const void *const part, const __lariat_size_t m) {
  const unsigned char *x = p;
  __lariat_size_t i = 0;
  if (m > n) return 0;
  while (i <= n - m && __lariat_memcmp(x + i, part, m)) i++;
  return i <= n - m ? (void *)(x + i) : 0;
}
