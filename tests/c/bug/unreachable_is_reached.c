// verdict: bug
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 5) __builtin_unreachable();
  return 0;
}
