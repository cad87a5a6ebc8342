// verdict: bug
// check: bounds
// message: index outside of the object `a` (40 bytes)
// bound: 12
int main(void) {
  int a[10];
  for (int i = 0; i <= 10; i++) a[i] = i;
  return 0;
}
