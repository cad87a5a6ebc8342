// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
struct S { int a; short b; char c; };
int main(void) {
  struct S s = { 1, 2, 3 }, t;
  memcpy(&t, &s, sizeof s);
  check(t.a == 1 && t.b == 2 && t.c == 3);
  memset(&t, 0, sizeof t);
  check(t.a == 0 && t.c == 0);
  int x;
  memset(&x, 0xff, sizeof x);
  check(x == -1);
  return 0;
}
