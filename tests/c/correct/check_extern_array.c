// verdict: correct
// check: memory
extern int __VERIFIER_nondet_int(void);
extern int table[8];
static int sum(const int *p, int at) { return p[at]; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  return i >= 0 && i < 8 ? table[i] + sum(table, i) : 0;
}
