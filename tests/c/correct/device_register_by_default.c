// verdict: correct
// check: null,bounds,free
// assumes: constant addresses of `volatile` accesses are device registers
int main(void) {
  *(volatile unsigned *)0x40021000 = 5;
  return 0;
}
