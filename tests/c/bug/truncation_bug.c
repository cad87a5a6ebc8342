// verdict: bug
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char low = x;
  if (x > 0 && low == 0) reach_error();
  return 0;
}
