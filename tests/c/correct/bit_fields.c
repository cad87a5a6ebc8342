// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct B { unsigned a : 3; int b : 5; unsigned c : 24; char d; };
int main(void) {
  struct B x;
  x.a = 9; x.b = 17; x.c = 0xabcdef; x.d = 1;
  check(x.a == 1 && x.b == -15 && x.c == 0xabcdef && x.d == 1);
  x.a += 7;
  check(x.a == 0 && x.b == -15);
  return 0;
}
