// verdict: bug
// Different numbers that are equal: only remainders count.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_int(), b = 1;
  for (int i = 0; i < 2; i++) { a += 2147483648u; b += 3; }
  if (a == b) reach_error();
  return 0;
}
