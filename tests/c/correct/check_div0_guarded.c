// verdict: correct
// check: div0
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return (x != 3 && 10 / (x - 3) > 1) || (x == 3 ? 0 : 10 % (x - 3));
}
