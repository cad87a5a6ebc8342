// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int f(int x) {
  int r = 0;
  switch (x) {
  case 1: r += 1;
  case 2: r += 2; break;
  case 5 ... 9: r = 50; break;
  default: r = 100;
  case 3: r++;
  }
  return r;
}
int main(void) {
  check(f(1) == 3 && f(2) == 2 && f(7) == 50 && f(3) == 1 && f(0) == 101);
  return 0;
}
