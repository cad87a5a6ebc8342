// verdict: bug
// What is reached from memory of the outside may be the same as well: by a nested record, by an
// untyped pointer.
struct list { struct list *next; int key; };
struct device { void *extension; struct list queue; };
struct extension { int count; };
extern struct device *first(void);
extern struct list *second(void);
extern void __VERIFIER_error(void);

int main(void) {
  struct device *a = first(), *b = first();
  struct list *l = second();
  if (!a || !b || !l || a == b) return 0;
  struct extension *x = a->extension, *y = b->extension;
  if (!x || !y) return 0;
  a->queue.key = 1;
  l->key = 2;
  x->count = 1;
  y->count = 2;
  if (a->queue.key == 2 && x->count == 2) __VERIFIER_error();
  return 0;
}
