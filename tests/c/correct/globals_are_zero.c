// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int a; int arr[10]; struct { char c; int x; } s; static int *p;
int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 10);
  check(a == 0 && arr[i] == 0 && s.x == 0 && s.c == 0 && p == 0);
  return 0;
}
