// verdict: correct
// A pointer to functions of one type never points to those of another.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
struct ops { int (*one)(int); int (*two)(int, int); };
int id(int a) { return a; }
int add(int a, int b) { return a + b; }
struct ops table = { id, add };
extern struct ops *chosen(void);
int main(void) {
  struct ops *o = __VERIFIER_nondet_int() ? &table : chosen();
  o->one(3);
  o->two(1, 2);
  check(table.one(4) == 4);
  check(table.two(4, 5) == 9);
}
