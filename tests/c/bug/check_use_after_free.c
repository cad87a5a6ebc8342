// verdict: bug
// check: free
// message: use after free
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(4), *q = p;
  *q = 1;
  free(p);
  return *q;
}
