// verdict: bug
// data-model: LLP64 LP64
// message: an exception is not handled
// confirm: no, gcc knows no structured exceptions
// The filter does not want it, and nobody else is asked.
extern void __lariat_raise(unsigned code);
extern int __VERIFIER_nondet_int(void);
unsigned long _exception_code(void);
int main(void) {
  __try { if (__VERIFIER_nondet_int()) __lariat_raise(5); } __except (_exception_code() == 6) { }
  return 0;
}
