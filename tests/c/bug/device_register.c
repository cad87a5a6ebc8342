// verdict: bug
// volatile: device
// confirm: no, there is no such device
extern void __VERIFIER_error(void);
int main(void) {
  *(volatile unsigned *)0x40021000 = 5;
  if (*(volatile unsigned *)0x40021000 != 5) __VERIFIER_error();
  return 0;
}
