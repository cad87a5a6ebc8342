// verdict: correct
// data-model: LP64
// The least number has no opposite.
extern void __VERIFIER_error(void);
int main(void) {
  __int128 least = -((__int128)1 << 126) * 2;
  if (least >= 0) __VERIFIER_error();
  return 0;
}
