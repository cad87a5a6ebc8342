// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  unsigned char c = 250;
  c += 10;
  check(c == 4);
  int x = 10;
  x <<= 2; x -= 1; x /= 2; x %= 7;
  check(x == 5);
  int a[4]; int *p = a;
  p += 2;
  check(p - a == 2 && p == &a[2]);
  return 0;
}
