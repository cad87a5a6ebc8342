// verdict: correct
// memory: refined
// The bytes that were filled have one value, and what is around them keeps its own.
void *malloc(unsigned long);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_error(void);
struct extension { int state; char tag; int table[20]; };
struct device { struct extension extension; int after; };

int main(void) {
  struct device d;
  d.after = 5;
  struct extension *x = &d.extension;
  for (int i = 0; i < sizeof(struct extension); i++) ((char *)x)[i] = __VERIFIER_nondet_char();
  int before = x->state;
  x->tag = 1;
  if (d.extension.state != before || d.after != 5) __VERIFIER_error();
  return 0;
}
