// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
enum color { RED, GREEN = 7, BLUE };
int main(void) {
  enum color c = BLUE;
  check(c == 8 && RED == 0);
  switch (c) { case GREEN: check(0); default: break; }
  return 0;
}
