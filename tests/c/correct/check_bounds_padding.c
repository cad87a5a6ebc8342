// verdict: correct
// check: bounds,free
extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
struct padded { char c; int i; };
int main(void) {
  struct padded *p = malloc(sizeof *p + 3);
  p->i = 1;
  char *last = (char *)p + sizeof *p + 2;
  *last = 0;
  struct padded q = *p;
  memset(p, 0, sizeof *p + 3);
  memcpy(&q, p, sizeof q);
  return q.i;
}
