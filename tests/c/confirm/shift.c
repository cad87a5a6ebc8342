// check: shift
// entry: bit
// confirm: shift exponent
unsigned bit(int n) {
  return 1u << n;
}
