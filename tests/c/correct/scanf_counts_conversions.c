// verdict: correct
// integers: mixed
// memory: refined
extern int scanf(const char *, ...);
extern void reach_error(void);
int main(void) {
  int a = 1, b = 2;
  char w[4];
  int n = scanf("%d %d %3s", &a, &b, w);
  if (n > 3 || n < -1 || n < 2 && b != 2 || n < 1 && a != 1) reach_error();
  return 0;
}
