// verdict: correct
// memory: refined
// integers: mixed
// data-model: LP64
// As far as the translation goes: the verdict of the tool is never more than bounded.
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
pthread_mutex_t m;
void *run(void *p) {
  pthread_mutex_lock(&m);
  g++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  void *r;
  int x;
  pthread_create(&a, 0, run, &x);
  pthread_create(&b, 0, run, 0);
  pthread_mutex_lock(&m);
  check(g >= 0 && g <= 2);
  int before = g;
  pthread_mutex_unlock(&m);
  pthread_join(a, &r);
  check(r == &x);
  pthread_join(b, &r);
  check(r == 0 && g == 2 && before <= g);
}
