// verdict: correct
// memory: refined
// bound: 25
// A range whose length is not known but small needs no loop: no bound is in the way of a proof. It may end inside of an element.
extern void *memcpy(void *, const void *, unsigned long);
extern void *memmove(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
static void check(int c) { if (!c) reach_error(); }
struct packet { unsigned length; short kind[4]; int sum; };
static void part_of_a_structure(unsigned n) {
  struct packet a = {1, {2, 3, 4, 5}, 6}, b = {7, {8, 9, 10, 11}, 12};
  memcpy(&a, &b, n);
  check(a.length == (n >= 4 ? 7 : n ? 7 : 1));
  check(a.kind[1] == (n >= 7 ? 9 : 3));
  check(a.sum == (n > 12 ? 12 : 6));
}
static void overlapping(unsigned n) {
  unsigned char text[12] = "abcdefghijk";
  memmove(text + 2, text, n);
  check(n < 3 || text[4] == 'c');
  check(text[n + 2] == "abcdefghijk"[n + 2]);
}
static void filled(unsigned n) {
  int numbers[5] = {1, 2, 3, 4, 5};
  memset(numbers, 0, n * sizeof *numbers);
  check(numbers[0] == (n > 0 ? 0 : 1) && numbers[4] == (n > 4 ? 0 : 5));
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= 16) part_of_a_structure(n);
  if (n < 9) overlapping(n);
  if (n < 6) filled(n);
  return 0;
}
