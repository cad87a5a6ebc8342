// verdict: correct
// integers: bv mixed mixed-all-ops
// Flags are bits, the counter is an integer, and one meets the other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct Device { unsigned flags; int count; };
void check(int c) { if (!c) reach_error(); }
static void touch(struct Device *d, unsigned set, unsigned clear) {
  d->flags |= set;
  d->flags &= ~clear;
  d->count++;
}
int main(void) {
  struct Device d = { 0, 0 };
  int n = __VERIFIER_nondet_int();
  touch(&d, 0x10, 0);
  touch(&d, 0x3, 0x1);
  check(d.flags == 0x12);
  check((d.flags & 0x10) != 0);
  check(d.flags < 0x20);
  if (n > 0 && n < 100) check(n + (int)d.flags > n);
  check(d.count == 2);
  int table[32] = { 0 };
  table[d.flags] = 7;
  check(table[18] == 7);
  return 0;
}
