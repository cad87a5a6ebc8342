// verdict: bug
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
int main(void) {
  int x = __VERIFIER_nondet_int();
  x > 0 ? (void)0 : __assert_fail("x > 0", "f.c", 1, "main");
  return 0;
}
