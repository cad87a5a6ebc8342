// verdict: correct
// check: null,bounds
// integers: mixed
// memory: refined
extern int __VERIFIER_nondet_int(void);
extern const unsigned short **__ctype_b_loc(void);
extern const int **__ctype_toupper_loc(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < -128 || c > 255) return 0;
  if (((*__ctype_b_loc())[c] & 2048) && (c < '0' || c > '9')) return *(int *)0;
  if ((*__ctype_toupper_loc())['q'] != 'Q') return *(int *)0;
  return 0;
}
