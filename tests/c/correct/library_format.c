// verdict: correct
// integers: mixed
// memory: refined
// bound: 6
extern int sprintf(char *, const char *, ...);
extern int snprintf(char *, unsigned long, const char *, ...);
extern void reach_error(void);
int main(void) {
  char a[32], b[4];
  int n = sprintf(a, "%d|%5u|%-4x|%c%%", -7, 42u, 255u, 'z');
  if (n != 16 || a[0] != '-' || a[1] != '7' || a[6] != '4' || a[9] != 'f' || a[12] != ' ' || a[13] != '|') reach_error();
  if (a[14] != 'z' || a[15] != '%' || a[16] != 0) reach_error();
  n = snprintf(b, sizeof b, "%s%03d", "ab", 5);
  if (n != 5 || b[0] != 'a' || b[1] != 'b' || b[2] != '0' || b[3] != 0) reach_error();
  if (snprintf(0, 0, "%.2s", "text") != 2) reach_error();
  return 0;
}
