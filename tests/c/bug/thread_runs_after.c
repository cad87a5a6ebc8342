// verdict: bug
// confirm: no, a compiled program has a schedule of its own
// memory: refined
// integers: mixed
// data-model: LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
typedef unsigned long pthread_t;
typedef struct { int lock; int rest[5]; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void pthread_exit(void *);
int g;
void *run(void *p) { g = *(int *)p; return p; }
int main(void) {
  pthread_t t;
  int x = 1;
  pthread_create(&t, 0, run, &x);
  x = 2;
  pthread_join(t, 0);
  check(g == 1);
}
