// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  const char *s = "hello";
  check(s[1] == 'e' && s[5] == 0);
  check("ab"[1] == 'b');
  return 0;
}
