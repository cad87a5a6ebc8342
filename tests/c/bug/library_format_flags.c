// verdict: bug
// Signs, prefixes and precisions of integers.
extern int sprintf(char *, const char *, ...);
extern int strcmp(const char *, const char *);
extern void reach_error(void);
int main(void) {
  char b[40];
  sprintf(b, "%+d|%-4d|%04x|% d|%#x|%.3d|%5.2d", 5, 7, 0xab, 3, 16, 7, -4);
  if (strcmp(b, "+5|7   |00ab| 3|10|007|  -04")) reach_error();
  return 0;
}
