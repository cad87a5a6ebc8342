// verdict: correct
// assumes: objects lie where Lariat puts them
// How far two objects are from each other is nothing that a proof may rest on without saying so.
extern void __VERIFIER_error(void);
int main(void) {
  char *p = __builtin_alloca(4);
  char *q = __builtin_alloca(4);
  p = q + (q - p);
  if (p != (char *)__builtin_alloca(4)) __VERIFIER_error();
  return 0;
}
