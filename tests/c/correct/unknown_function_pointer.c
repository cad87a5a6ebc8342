// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
extern void *get(void);
int main(void) {
  void (*f)(void) = (void (*)(void))get();
  f();
  return 0;
}
