// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 2147483647) check(x + 1 < x);
  if (x > 2147483000) check(x + 1000 < 0);
  if (x == -2147483647 - 1) { check(-x == x); check(x - 1 > 0); }
  short s = 32767;
  s++;
  check(s == -32768);
  check(x + 1 - 1 == x);
  return 0;
}
