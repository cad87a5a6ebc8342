// verdict: bug
// check: free
// message: use after free
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(4);
  int *q = realloc(p, 8);
  q[0] = 1;
  return p[0];
}
