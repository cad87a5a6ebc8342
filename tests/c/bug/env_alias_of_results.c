// verdict: bug
// Two pointers from outside may be equal if their types are compatible.
struct device { int state, users; };
extern struct device *first(void), *second(void);
extern void __VERIFIER_error(void);

int main(void) {
  struct device *a = first(), *b = second();
  if (!a || !b) return 0;
  a->users = 1;
  b->users = 2;
  if (a->users == 2) __VERIFIER_error();
  return 0;
}
