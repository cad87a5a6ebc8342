// verdict: bug
// integers: mixed bv
// confirm: no, the C compiler may not know half precision on 32 bits
extern void __VERIFIER_error(void);
int main(void) {
  _Float16 a = 2048, b = 1;
  a = a + b;
  if (a == 2048) __VERIFIER_error();
  return 0;
}
