// A variable that is not initialised may be zero.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct pair { int a, b; };

int main(void) {
  int x;
  struct pair p;
  int *q = &x;
  p.a = __VERIFIER_nondet_int();
  if (*q < 10 && p.a > p.b && p.b > -5) __VERIFIER_error();
  return 0;
}
