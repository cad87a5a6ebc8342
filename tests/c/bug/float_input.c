// verdict: bug
// memory: refined
// integers: mixed
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  float x = __VERIFIER_nondet_float();
  check(x + 1.0f != 2.5f);
}
