// verdict: correct
// check: memory
extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(3), *q;
  if (!p) return 1;
  p[2] = 0;
  q = realloc(p, 5);
  if (!q) { free(p); return 1; }
  q[4] = 1;
  free(q);
  /* More bytes than there are addresses. */
  if (calloc(~0ul / 2, 4)) return *(char *)0;
  return 0;
}
