// verdict: bug
// check: uninit
// confirm: no, no sanitizer of gcc sees it
// message: read of uninitialised variable `x`
int main(void) {
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 1) return x;
    x = i;
  }
  return 0;
}
