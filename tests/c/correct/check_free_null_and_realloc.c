// verdict: correct
// check: memory
// malloc: never-fails
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
int main(void) {
  int *p = 0;
  free(p);
  p = realloc(p, 8);
  p[1] = 2;
  p = realloc(p, 16);
  p[3] = p[1];
  int *q = calloc(2, 4), *old = q;
  free(p);
  free(q);
  q = malloc(4);
  /* Memory is never used twice here, so the old pointer differs. */
  *q = old != q;
  free(q);
  return 0;
}
