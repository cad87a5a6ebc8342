// verdict: bug
// check: bounds
// Six digits behind the point are eight bytes at least, whatever the digits are, or `nan` and `inf` with the end.
extern int sprintf(char *, const char *, ...);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  char text[3];
  sprintf(text, "%f", __VERIFIER_nondet_double());
  return text[0];
}
