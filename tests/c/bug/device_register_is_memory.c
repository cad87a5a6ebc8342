// verdict: bug
// volatile: memory
// confirm: no, the address is nobody's
// check: null,bounds,free
int main(void) {
  *(volatile unsigned *)0x40021000 = 5;
  return 0;
}
