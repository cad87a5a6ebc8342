#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *fill(void *argument) {
  pthread_mutex_lock(&lock);
  items = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, fill, 0) != 0) return 1;
  pthread_mutex_lock(&lock);
  if (items == 0) pthread_cond_wait(&filled, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
