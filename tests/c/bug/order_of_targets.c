// verdict: bug
// assumes: nothing
// Which element is meant may be found out before the value is.
// confirm: no, a compiler has one order of the two
extern void __VERIFIER_error(void);
static int at, array[3];
static int move(void) { at = 2; return 7; }
int main(void) {
  array[at] = move();
  if (array[0] == 7) __VERIFIER_error();
  return 0;
}
