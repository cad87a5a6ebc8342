// verdict: bug
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = __VERIFIER_nondet_int(), by = __VERIFIER_nondet_int();
  if (sum < 0 || by < 0) return 0;
  for (int i = 0; i < 2; i++) sum += by;
  if (sum < 0) reach_error();
  return 0;
}
