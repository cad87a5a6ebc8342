// verdict: correct
// A function that nobody knows leaves alone what it cannot reach; NULL cannot be called.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
struct ops { int (*open)(int); void (*close)(int, int); };
extern struct ops *chosen(void);
int seen;
int main(void) {
  struct ops *o = chosen();
  int x = o->open(1);
  o->close(x, 2);
  check(seen == 0);
  check(o->open != 0);
}
