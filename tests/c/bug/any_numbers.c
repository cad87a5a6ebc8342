// verdict: bug
// data-model: LP64
// memory: refined
// message: the assertion fails
// confirm: no, nobody gives the state of an object any value in a compiled program
// The count may be anything when the request comes; the pointer beside it is what it was.
void __lariat_any_numbers(void *);
extern void __VERIFIER_assert(int);
void *calloc(unsigned long, unsigned long);
struct extension { unsigned count; struct extension *self; };
int main(void) {
  struct extension *e = calloc(1, sizeof *e);
  if (!e) return 0;
  e->self = e;
  __lariat_any_numbers(e);
  if (e->self == e) __VERIFIER_assert(e->self->count < 16);
  return 0;
}
