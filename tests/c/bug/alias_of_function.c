// verdict: bug
// `alias` is another name of the same function.
extern void __VERIFIER_error(void);
int real(int x) { return x + 1; }
int other(int x) __attribute__((alias("real")));

int main(void) {
  int (*p)(int) = other;
  if (other(2) == 3 || p != real) __VERIFIER_error();
  return 0;
}
