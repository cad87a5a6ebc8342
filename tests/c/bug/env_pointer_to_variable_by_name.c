// verdict: bug
// A variable that has a name outside can be pointed to, whoever takes its address.
extern void __VERIFIER_error(void);
extern unsigned *limit_of(int);
unsigned limit = 3;

int main(void) {
  unsigned *l = limit_of(1);
  if (!l) return 0;
  limit = 4;
  *l = 5;
  if (limit != 4) __VERIFIER_error();
  return 0;
}
