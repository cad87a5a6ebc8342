// verdict: bug
// check: bounds
// message: index outside of the array (4 bytes)
// An array in a record ends before the next member.
extern int __VERIFIER_nondet_int(void);
static struct { char name[4]; void (*run)(void); } entry;

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  entry.name[i] = 'x';
  return 0;
}
