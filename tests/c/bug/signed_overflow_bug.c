// verdict: bug
// A proof that takes signed numbers for mathematical ones would be wrong.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 1 <= x) reach_error();
  return 0;
}
