#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static int change(int by) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  if (by < 0) {
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return -1;
  }
  shared += by;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}

int main(int argc, char **argv) { return change(argc - 2); }
