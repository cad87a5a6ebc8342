// verdict: bug
// check: div0
// message: division by zero
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return 10 / (x - 3);
}
