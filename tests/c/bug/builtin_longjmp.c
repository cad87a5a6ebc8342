// verdict: bug
// memory: refined
// assumes: nothing
// bound: 4
extern void __VERIFIER_error(void);
static void *where[5];
static void again(void) { __builtin_longjmp(where, 1); }
int main(void) {
  int changed = 1;
  int seen[2] = {0, 0};
  int n = __builtin_setjmp(where);
  seen[n]++;
  if (n == 0) {
    changed = 2;
    again();
  }
  if (changed != 1 || n != 1 || seen[0] != 1 || seen[1] != 1) __VERIFIER_error();
  return 0;
}
