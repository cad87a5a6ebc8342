// verdict: bug
// integers: mixed
// memory: refined
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void reach_error(void);
static int calls;
static int count(const void *a, const void *b) { calls++; return 0; }
int main(void) {
  int a[2] = { 1, 2 };
  qsort(a, 2, sizeof *a, count);
  if (calls) reach_error();
  return 0;
}
