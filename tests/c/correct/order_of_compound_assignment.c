// verdict: correct
// assumes: nothing
extern void __VERIFIER_error(void);
static int total = 1;
static int step(void) { total = 10; return 5; }
int main(void) {
  total += step();
  if (total != 15 && total != 6) __VERIFIER_error();
  total = total + 1;
  int other = total;
  other += total++;
  if (other + 1 != total * 2 - 1) __VERIFIER_error();
  return 0;
}
