
/* <wchar.h>: texts of wide characters. */

__lariat_size_t __lariat_wcslen(const __lariat_wchar_t *const s) {
  __lariat_size_t n = 0;
  while (s[n]) n++;
  return n;
}
__lariat_wchar_t *__lariat_wcscpy(__lariat_wchar_t *const to, const __lariat_wchar_t *const from) {
  __lariat_copy(to, from, (__lariat_wcslen(from) + 1) * sizeof(__lariat_wchar_t));
  return to;
}
__lariat_wchar_t *__lariat_wcscat(__lariat_wchar_t *const to, const __lariat_wchar_t *const from) {
  __lariat_size_t end = __lariat_wcslen(to);
  __lariat_copy(to + end, from, (__lariat_wcslen(from) + 1) * sizeof(__lariat_wchar_t));
  return to;
}
int __lariat_wcscmp(const __lariat_wchar_t *const a, const __lariat_wchar_t *const b) {
  __lariat_size_t i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return a[i] < b[i] ? -1 : a[i] > b[i];
}
int __lariat_wcsncmp(const __lariat_wchar_t *const a, const __lariat_wchar_t *const b, const __lariat_size_t n) {
  __lariat_size_t i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  return i == n ? 0 : a[i] < b[i] ? -1 : a[i] > b[i];
}
__lariat_wchar_t *__lariat_wcschr(const __lariat_wchar_t *const s, const __lariat_wchar_t c) {
  __lariat_size_t i = 0;
  while (s[i] && s[i] != c) i++;
  return s[i] == c ? (__lariat_wchar_t *)s + i : 0;
}
__lariat_wchar_t *__lariat_wmemcpy(__lariat_wchar_t *const to, const __lariat_wchar_t *const from, const __lariat_size_t n) {
  __lariat_copy(to, from, n * sizeof(__lariat_wchar_t));
  return to;
}
__lariat_wchar_t *__lariat_wmemset(__lariat_wchar_t *const to, const __lariat_wchar_t c, const __lariat_size_t n) {
  __lariat_size_t i;
  for (i = 0; i < n; i++) to[i] = c;
  return to;
}
int __lariat_wmemcmp(const __lariat_wchar_t *const a, const __lariat_wchar_t *const b, const __lariat_size_t n) {
  __lariat_size_t i = 0;
  while (i < n && a[i] == b[i]) i++;
  return i == n ? 0 : a[i] < b[i] ? -1 : 1;
}
__lariat_wchar_t *__lariat_wcsrchr(const __lariat_wchar_t *const s, const __lariat_wchar_t c) {
  __lariat_size_t i = __lariat_wcslen(s);
  while (i && s[i] != c) i--;
  return s[i] == c ? (__lariat_wchar_t *)s + i : 0;
}
__lariat_wchar_t *__lariat_wcsncpy(__lariat_wchar_t *const to, const __lariat_wchar_t *const from, const __lariat_size_t n) {
  __lariat_size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}
__lariat_wchar_t *__lariat_wmemmove(__lariat_wchar_t *const to, const __lariat_wchar_t *const from, const __lariat_size_t n) {
  __lariat_copy(to, from, n * sizeof(__lariat_wchar_t));
  return to;
}
__lariat_wchar_t *__lariat_wmemchr(const __lariat_wchar_t *const s, const __lariat_wchar_t c, const __lariat_size_t n) {
  __lariat_size_t i = 0;
  while (i < n && s[i] != c) i++;
  return i < n ? (__lariat_wchar_t *)s + i : 0;
}
