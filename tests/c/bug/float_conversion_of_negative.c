// verdict: bug
// memory: refined
// integers: mixed
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  float f = __VERIFIER_nondet_int();
  check(f >= 0);
  return 0;
}
