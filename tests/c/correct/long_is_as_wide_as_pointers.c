// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  check(sizeof(long) == sizeof(void *));
  check(sizeof(int) == 4 && sizeof(long long) == 8);
  return 0;
}
