// verdict: correct
// bound: 6
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int n = 0;
  for (int i = 0; i < 4; i++) {
    if (i == 1) continue;
    if (i == 3) break;
    n += i;
  }
  do n++; while (n < 4);
  while (1) { if (n >= 5) break; n++; }
  check(n == 5);
  return 0;
}
