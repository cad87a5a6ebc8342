// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char low = x;
  signed char small = x;
  check(low <= 255);
  check(small == (low < 128 ? low : low - 256));
  check((unsigned short)x % 256 == low);
  unsigned u = x;
  check((int)u == x);
  if (x < 0) check(u > 2147483647u);
  unsigned long long wide = (unsigned)x;
  check(wide <= 4294967295u);
  long long same = x;
  check(same >= -2147483648ll && same <= 2147483647);
  return 0;
}
