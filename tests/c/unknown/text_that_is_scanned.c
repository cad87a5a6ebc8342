// verdict: unknown
// What sscanf finds depends on the text, and is not known here.
extern int sscanf(const char *, const char *, ...);
extern void reach_error(void);
int main(void) {
  int a = -1, b = -1;
  int n = sscanf("12 x", "%d %d", &a, &b);
  if (n != 1 || a != 12 || b != -1) reach_error();
  return 0;
}
