// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
void exit(int);
void abort(void);
int main(void) {
  if (__VERIFIER_nondet_int()) exit(1);
  else abort();
  reach_error();
  return 0;
}
