// verdict: correct
// bound: 12
// An address in an integer that is counted up.
extern void __VERIFIER_error(void);
static struct { short first, middle, last; } s = { 1, 2, 3 };

static void wipe(unsigned long from, unsigned long to) {
  for (; from < to; from++) *(char *)from = 0;
}

int main(void) {
  wipe((unsigned long)&s.first, (unsigned long)&s.last);
  if (s.last != 3 || s.middle != 0) __VERIFIER_error();
  return 0;
}
