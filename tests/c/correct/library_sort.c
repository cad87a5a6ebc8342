// verdict: correct
// integers: mixed
// memory: refined
// data-model: LP64
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void reach_error(void);
static int down(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
int main(void) {
  int a[3] = { 1, 3, 2 };
  qsort(a, 3, sizeof *a, down);
  if (a[0] != 3 || a[1] != 2 || a[2] != 1) reach_error();
  return 0;
}
