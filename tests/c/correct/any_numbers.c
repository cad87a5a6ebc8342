// verdict: correct
// data-model: LP64
// memory: refined
// Numbers change, the pointer beside them does not.
void __lariat_any_numbers(void *);
extern void __VERIFIER_assert(int);
void *calloc(unsigned long, unsigned long);
struct extension { unsigned count; struct extension *self; };
int main(void) {
  struct extension *e = calloc(1, sizeof *e);
  if (!e) return 0;
  e->self = e;
  __lariat_any_numbers(e);
  if (e->self == e) e->count++;
  __VERIFIER_assert(e->self == e);
  return 0;
}
