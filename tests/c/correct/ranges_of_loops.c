// verdict: correct
// bound: 8
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int limit = 5;
static int bounded(int from) { return from > 3 ? 3 : from; }
int main(void) {
  int table[6] = { 0 };
  for (int i = limit - 1; i >= 0; i--)
    for (int j = i + 1; j <= limit; j++) table[j] += 1;
  if (table[limit] != 5) reach_error();
  unsigned char c = __VERIFIER_nondet_uchar();
  int n = bounded(c & 15);
  if (n + c > 258) reach_error();
  return 0;
}
