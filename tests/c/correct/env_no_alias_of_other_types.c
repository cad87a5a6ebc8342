// verdict: correct
// memory: refined
// Pointers from outside of different types, and other fields, are different memory.
struct device { int state, users; };
struct request { int size, users; };
extern struct device *first(void);
extern struct request *second(void);
extern void __VERIFIER_error(void);

int main(void) {
  struct device *a = first();
  struct request *b = second();
  if (!a || !b) return 0;
  a->users = 1;
  b->users = 2;
  a->state = 3;
  if (a->users != 1) __VERIFIER_error();
  return 0;
}
