// verdict: bug
// memset through one pointer from outside is seen through another.
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
struct device { int state; char name[8]; };
extern struct device *first(void), *second(void);
extern void __VERIFIER_error(void);

int main(void) {
  struct device *a = first(), *b = second();
  if (!a || !b) return 0;
  b->state = 5;
  b->name[2] = 'x';
  memset(a, 0, sizeof *a);
  if (b->state == 0 && b->name[2] == 0) __VERIFIER_error();
  return 0;
}
