// verdict: correct
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
int inside;
pthread_mutex_t m;
void *run(void *p) {
  pthread_mutex_lock(&m);
  check(!inside);
  pthread_mutex_unlock(&m);
  pthread_exit(0);
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  inside = 1;
  pthread_create(&t, 0, run, 0);
  inside = 0;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
