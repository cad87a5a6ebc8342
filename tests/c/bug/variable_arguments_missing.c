// verdict: bug
// confirm: no, what is there cannot be set
// What nobody passed may be anything.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int second(int first, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, first);
  int a = __builtin_va_arg(list, int);
  int b = __builtin_va_arg(list, int);
  return a + b;
}
int main(void) { check(second(0, 1) != 8); }
