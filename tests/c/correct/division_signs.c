// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > -100 && x < 100) {
    check(x / 7 * 7 + x % 7 == x);
    if (x < 0) check(x % 7 <= 0 && x % 7 > -7);
    if (x < 0) check(x / 7 >= x);
    if (x > 0) check(100 / x >= 1);
  }
  unsigned u = x;
  check(u / 2 <= 2147483647u);
  check(u % 16 == (u & 15));
  return 0;
}
