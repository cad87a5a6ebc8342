// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
typedef struct { int g; int f; } S;
void *malloc(unsigned long);
void inc(int *a) { (*a)++; }
int main(void) {
  S *x = malloc(sizeof(S));
  x->f = 1;
  x->g = 7;
  inc(&x->f);
  check(x->f == 2 && x->g == 7);
  return 0;
}
