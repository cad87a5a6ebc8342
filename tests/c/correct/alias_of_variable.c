// verdict: correct
// `alias` is another name of the same variable.
extern void __VERIFIER_error(void);
int total = 1;
extern int sum __attribute__((alias("total")));

int main(void) {
  sum += 4;
  int *p = &total;
  ++*p;
  if (total != 6 || &sum != p) __VERIFIER_error();
  return 0;
}
