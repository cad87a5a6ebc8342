// verdict: bug
// check: null
// confirm: no, the report has no place of the program
// message: call through a null pointer
extern int __VERIFIER_nondet_int(void);
int one(void) { return 1; }
int (*f)(void);
int main(void) {
  if (__VERIFIER_nondet_int()) f = one;
  return f();
}
