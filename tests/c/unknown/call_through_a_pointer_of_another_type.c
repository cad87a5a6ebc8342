// verdict: unknown
// What a call does that does not fit the function is not translated, however it got there.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void check(int c) { if (!c) reach_error(); }
int two(int a, int b) { return a + b; }
struct box { void *content; };
int main(void) {
  struct box b;
  b.content = (void *)two;
  int (*one)(int) = (int (*)(int))b.content;
  check(one(1) == 1);
}
