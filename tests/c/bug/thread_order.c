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
int last;
void *first(void *p) { last = 1; return p; }
void *second(void *p) { last = 2; pthread_exit(p); }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(last == 2);
}
