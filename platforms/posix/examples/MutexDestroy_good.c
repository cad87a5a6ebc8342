#include <pthread.h>
#include <stdlib.h>

struct account { pthread_mutex_t lock; int sum; };

int main(int argc, char **argv) {
  struct account *x = malloc(sizeof *x);
  if (!x) return 1;
  pthread_mutex_init(&x->lock, 0);
  pthread_mutex_lock(&x->lock);
  x->sum = argc;
  pthread_mutex_unlock(&x->lock);
  pthread_mutex_destroy(&x->lock);
  free(x);
  return 0;
}
