// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int y;
  int x = (y = 3, y + 1);
  check(x == 4);
  int z = ({ int t = x; t * 2; });
  check(z == 8);
  return 0;
}
