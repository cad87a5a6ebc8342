// verdict: bug
// check: leak
extern void *malloc(unsigned long), *realloc(void *, unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(3);
  if (!p) return 1;
  p = realloc(p, 5);
  free(p);
  return 0;
}
