// verdict: bug
// confirm: no, a compiled program has a schedule of its own
// memory: refined
// integers: mixed
// data-model: LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int g;
void *run(void *p) { g = 1; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  check(g == 0);
  return 0;
}
