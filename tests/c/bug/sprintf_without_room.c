// verdict: bug
// check: bounds
// integers: mixed
// memory: refined
extern int sprintf(char *, const char *, ...);
int main(void) {
  char b[6];
  sprintf(b, "n=%d", 1000);
  return b[0];
}
