// verdict: correct
// bound: 5
// Equality up to multiples of 2^32 is all that is asked about `a` and `b`, which overflow.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = a, c = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) { a += c; b = b + 2 * c; b -= c; }
  if (a != b) reach_error();
  if ((short)a != (short)b) reach_error();
  return 0;
}
