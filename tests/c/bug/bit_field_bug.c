// verdict: bug
// integers: bv int mixed
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct B { unsigned a : 2; };
int main(void) {
  struct B x;
  x.a = __VERIFIER_nondet_uint();
  check(x.a < 3);
  return 0;
}
