// verdict: correct
// Operations round to their type: what the machine computes, in three formats.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  float f = 0.1f, g = 0.2f;
  double d = 0.1, e = 0.2;
  long double l = 0.1L, k = 0.2L;
  check(f + g == 0.3f);
  check(d + e != 0.3);
  check(d + e == 0.30000000000000004);
  check(l + k == 0.3L);
  check((double)0.1f != 0.1);
  check(0.1L != (long double)0.1);
  check(1.0 / 3.0 * 3.0 == 1.0);
  check(16777216.0f + 1.0f == 16777216.0f);
  check(16777216.0 + 1.0 == 16777217.0);
  check(-0.0 == 0.0);
  f = 1.5f;
  f *= 2;
  check(f == 3);
  f++;
  check(f-- == 4.0f);
  check(f == 3.0f && -f == -3);
  check(!0.0 && 0.5);
  int i = 7;
  i /= 2.0;
  check(i == 3);
  check((int)-2.9 == -2 && (unsigned char)200.7 == 200);
  check((float)16777217 == 16777216.0f);
  check((double)0xffffffffffffffffull == 18446744073709551616.0);
  check(0x1.8p1 == 3.0);
}
