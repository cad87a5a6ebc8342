// verdict: bug
// check: null
// message: dereference of a null pointer
extern int __VERIFIER_nondet_int(void);
struct s { int a, b; };
int get(struct s *p) { return p->b; }
int main(void) {
  struct s x = { 1, 2 };
  struct s *p = __VERIFIER_nondet_int() ? &x : 0;
  return get(p);
}
