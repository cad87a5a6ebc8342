
/* <wchar.h>: texts of wide characters. */

unsigned long __lariat_wcslen(const int *const s) {
  unsigned long n = 0;
  while (s[n]) n++;
  return n;
}
int *__lariat_wcscpy(int *const to, const int *const from) {
  __lariat_copy(to, from, (__lariat_wcslen(from) + 1) * sizeof(int));
  return to;
}
int *__lariat_wcscat(int *const to, const int *const from) {
  unsigned long end = __lariat_wcslen(to);
  __lariat_copy(to + end, from, (__lariat_wcslen(from) + 1) * sizeof(int));
  return to;
}
int __lariat_wcscmp(const int *const a, const int *const b) {
  unsigned long i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return a[i] < b[i] ? -1 : a[i] > b[i];
}
int __lariat_wcsncmp(const int *const a, const int *const b, const unsigned long n) {
  unsigned long i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  return i == n ? 0 : a[i] < b[i] ? -1 : a[i] > b[i];
}
int *__lariat_wcschr(const int *const s, const int c) {
  unsigned long i = 0;
  while (s[i] && s[i] != c) i++;
  return s[i] == c ? (int *)s + i : 0;
}
int *__lariat_wmemcpy(int *const to, const int *const from, const unsigned long n) {
  __lariat_copy(to, from, n * sizeof(int));
  return to;
}
int *__lariat_wmemset(int *const to, const int c, const unsigned long n) {
  unsigned long i;
  for (i = 0; i < n; i++) to[i] = c;
  return to;
}
int __lariat_wmemcmp(const int *const a, const int *const b, const unsigned long n) {
  unsigned long i = 0;
  while (i < n && a[i] == b[i]) i++;
  return i == n ? 0 : a[i] < b[i] ? -1 : 1;
}
