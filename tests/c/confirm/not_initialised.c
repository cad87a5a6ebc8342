// A variable that is not initialised may hold anything.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
struct pair { int a, b; };

int main(void) {
  int x;
  struct pair p;
  int *q = &x;
  unsigned char odd, even;
  short list[4];
  p.a = __VERIFIER_nondet_int();
  if (*q < 10 && p.a > p.b && p.b > 5 && odd == 3 && even == 4 && list[2] == -7) __VERIFIER_error();
  return 0;
}
