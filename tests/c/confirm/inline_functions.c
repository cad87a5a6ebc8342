// An inline function without `extern` or `static` has no definition of its own in C11.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
inline int half(int x) { return x / 2; }

int main(void) {
  if (half(__VERIFIER_nondet_int()) == -21) __VERIFIER_error();
  return 0;
}
