// verdict: unknown
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
void leave(void) { pthread_exit(0); }
void *run(void *p) { leave(); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
}
