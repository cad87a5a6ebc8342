// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct list { struct list *next; };
struct item { int v; struct list link; };
int main(void) {
  struct item a, b;
  a.v = 3; b.v = 4;
  a.link.next = &b.link;
  b.link.next = 0;
  struct list *l = a.link.next;
  struct item *i = (struct item *)((char *)l - __builtin_offsetof(struct item, link));
  check(i->v == 4);
  i->v = 9;
  check(b.v == 9 && a.v == 3);
  return 0;
}
