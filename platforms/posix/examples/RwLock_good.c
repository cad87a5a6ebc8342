#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[4];

static void set(int i, int to) {
  pthread_rwlock_rdlock(&lock);
  if (table[i & 3] != to) {
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    table[i & 3] = to;
  }
  pthread_rwlock_unlock(&lock);
}

int main(int argc, char **argv) {
  set(argc, 1);
  return 0;
}
