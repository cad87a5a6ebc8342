// verdict: correct
// `a ?: b` evaluates `a` once; a compound literal of scalar type is a value.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int calls;
int next(int v) { calls++; return v; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int r = next(n) ?: 9;
  if (calls != 1) __VERIFIER_error();
  if (r != (n ? n : 9)) __VERIFIER_error();
  if ((int){ n } != n) __VERIFIER_error();
  return 0;
}
