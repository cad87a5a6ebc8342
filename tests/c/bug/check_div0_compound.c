// verdict: bug
// check: div0
// message: division by zero
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = (unsigned char)x;
  x = 7;
  x %= c;
  return x;
}
