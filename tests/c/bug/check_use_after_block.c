// verdict: bug
// check: free
// message: use of a local variable after the end of its block or function
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int other = 0, *p = &other;
  while (__VERIFIER_nondet_int()) {
    int x = 1;
    p = &x;
    if (__VERIFIER_nondet_int()) break;
    *p = 2;
    p = &other;
  }
  return *p;
}
