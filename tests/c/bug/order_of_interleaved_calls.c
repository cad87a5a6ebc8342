// verdict: bug
// assumes: nothing
// The call of `third` may come between those of `first` and `second`, although it is an operand of another operator.
// confirm: no, a compiler has one order
extern void __VERIFIER_error(void);
static int calls;
static int first(void) { calls = calls * 4 + 1; return 0; }
static int second(void) { calls = calls * 4 + 2; return 0; }
static int third(void) { calls = calls * 4 + 3; return 0; }
int main(void) {
  int sum = (first() + second()) + third();
  if (calls == 1 * 16 + 3 * 4 + 2) __VERIFIER_error();
  return sum;
}
