// verdict: bug
// Two untyped pointers that are used as the same type may be one.
extern void __VERIFIER_error(void);
extern void *first(void), *second(void);
struct note { int text; };

int main(void) {
  struct note *a = first(), *b = second();
  if (!a || !b) return 0;
  a->text = 1;
  b->text = 2;
  if (a->text != 1) __VERIFIER_error();
  return 0;
}
