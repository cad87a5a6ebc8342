#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void add(void) {
  pthread_spin_lock(&lock);
  count++;
  pthread_spin_unlock(&lock);
}

int main(void) {
  pthread_spin_init(&lock, 0);
  add();
  add();
  return 0;
}
