// verdict: correct
// memory: refined
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
void check(int c) { if (!c) reach_error(); }
struct pair { int a; short b; struct pair *next; };
void *zeroed(unsigned long n) { return memset(malloc(n), 0, n); }
int main(void) {
  struct pair *p = zeroed(sizeof *p);
  check(p->a == 0 && p->b == 0 && p->next == 0);
  struct pair q = { 1, 2, p };
  unsigned long n = __VERIFIER_nondet_int() ? sizeof q : sizeof q.a;
  memcpy(p, &q, n);
  check(p->a == 1);
  check(n == 4 ? p->b == 0 && p->next == 0 : p->b == 2 && p->next == p);
  memset(p, 255, n);
  check(p->a == -1 && (n == 4 ? p->next == 0 : p->b == -1));
  return 0;
}
