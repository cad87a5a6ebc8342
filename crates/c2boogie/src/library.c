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
