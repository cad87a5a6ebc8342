// verdict: bug
// memory: refined
// The same cell by a field, by the address of the field, by an index, by numbers, by a copy of
// the pointer's bytes, and through a structure that starts the same.
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct small { int head; };
struct large { int head; int body[3]; struct small inner; };

static int *inner_of(struct large *l) { return &l->inner.head; }

int main(void) {
  struct large *l = malloc(sizeof *l);
  struct large *copy;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  l->head = 0;
  ((struct small *)l)->head += 1;
  l->body[1] = 0;
  l->body[i] += 2;
  *(int *)((unsigned long)l + 8) += 4;
  l->inner.head = 0;
  *inner_of(l) += 8;
  memcpy(&copy, &l, sizeof copy);
  copy->inner.head += 16;
  if (l->head == 1 && l->body[1] == 6 && l->inner.head == 24) __VERIFIER_error();
  return 0;
}
