// verdict: unknown
// Operations round to nearest here, so another mode is not followed.
extern int fesetround(int);
extern void __VERIFIER_error(void);
int main(void) {
  fesetround(0x800);
  if (1.0 / 3.0 == 0.5) __VERIFIER_error();
  return 0;
}
