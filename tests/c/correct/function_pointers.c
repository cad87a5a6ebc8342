// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int (*table[2])(int, int) = { add, sub };
int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 0 || i == 1);
  int r = table[i](5, 3);
  check(r == 8 || r == 2);
  int (*f)(int, int) = &sub;
  check(f(1, 2) == -1);
  return 0;
}
