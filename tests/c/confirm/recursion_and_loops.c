// bound: 6
// Inputs inside loops and recursion come in the order of execution.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int depth(int n) {
  if (n <= 0) return __VERIFIER_nondet_int();
  int here = __VERIFIER_nondet_int();
  return here - depth(n - 1);
}

int main(void) {
  int expected = 1;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (x != expected) return 0;
    expected = expected * 10;
  }
  if (depth(2) == 4242) __VERIFIER_error();
  return 0;
}
