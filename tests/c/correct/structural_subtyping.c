// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
typedef struct { int g; } S1;
typedef struct { int g; int f; } S2;
void *malloc(unsigned long);
void inc(S1 *a) { a->g = a->g + 1; }
int main(void) {
  S2 *x = malloc(sizeof(S2));
  x->g = 0;
  inc((S1 *)x);
  check(x->g == 1);
  return 0;
}
