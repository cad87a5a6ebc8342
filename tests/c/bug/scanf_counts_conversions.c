// verdict: bug
// confirm: no, it depends on what is read
// integers: mixed
// memory: refined
extern int scanf(const char *, ...);
extern void reach_error(void);
int main(void) {
  int a = 1, b = 2;
  if (scanf("%d %d", &a, &b) == 1 && b == 2 && a == 77) reach_error();
  return 0;
}
