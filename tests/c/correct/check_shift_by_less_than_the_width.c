// verdict: correct
// check: shift
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  long long one = 1;
  if (n >= 0 && n < 64) one = one << n >> n;
  return one != 0 && (n & 31) < 32 && 1u << (n & 31);
}
