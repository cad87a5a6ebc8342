// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
void set(int *p, int v) { *p = v; }
int main(void) {
  int x = 1, y = 2;
  set(&x, 5);
  check(x == 5 && y == 2);
  int *p = &y;
  int **q = &p;
  **q = 9;
  check(y == 9);
  return 0;
}
