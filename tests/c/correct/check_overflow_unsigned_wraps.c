// verdict: correct
// integers: bv mixed-all-ops
// check: overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = (unsigned)x * 3u + 7u;
  short s = (short)x;
  s++;
  if (x > -1000 && x < 1000) x = x * x - x;
  if (s > 0) x = -s;
  return x / 2 + (int)(u & 1);
}
