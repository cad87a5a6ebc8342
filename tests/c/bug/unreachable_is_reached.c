// verdict: bug
// confirm: no, what a compiler makes of it is undefined
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 5) __builtin_unreachable();
  return 0;
}
