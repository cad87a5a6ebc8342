// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct In { int v[3]; };
struct Out { char c; struct In in[2]; int last; };
int main(void) {
  struct Out o;
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 2 && j >= 0 && j < 3);
  o.last = 5; o.c = 1;
  o.in[i].v[j] = 7;
  check(o.in[i].v[j] == 7 && o.last == 5 && o.c == 1);
  return 0;
}
