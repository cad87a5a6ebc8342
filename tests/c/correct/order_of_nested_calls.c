// verdict: correct
// assumes: nothing
// Arguments come before the call, whatever comes in between.
extern void __VERIFIER_error(void);
static int calls;
static int first(void) { calls = calls * 4 + 1; return 0; }
static int outer(int x) { calls = calls * 4 + 2; return x; }
static int third(void) { calls = calls * 4 + 3; return 0; }
int main(void) {
  int sum = outer(first()) + third();
  if (calls != 1 * 16 + 2 * 4 + 3 && calls != 1 * 16 + 3 * 4 + 2
      && calls != 3 * 16 + 1 * 4 + 2)
    __VERIFIER_error();
  if (calls == 2 * 16 + 1 * 4 + 3) __VERIFIER_error();
  return sum;
}
