// confirm: execution reached an unreachable program point
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 3) __builtin_unreachable();
  return 0;
}
