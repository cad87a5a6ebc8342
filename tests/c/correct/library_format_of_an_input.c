// verdict: correct
// integers: mixed
// memory: refined
// data-model: LP64
extern int __VERIFIER_nondet_int(void);
extern int sprintf(char *, const char *, ...);
extern void reach_error(void);
int main(void) {
  char a[12];
  int x = __VERIFIER_nondet_int();
  if (x < 100 || x > 199) return 0;
  if (sprintf(a, "%d", x) != 3 || a[0] != '1' || a[3] != 0) reach_error();
  return 0;
}
