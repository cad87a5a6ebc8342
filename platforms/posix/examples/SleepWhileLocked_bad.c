#include <pthread.h>
#include <unistd.h>

static pthread_spinlock_t lock;
static int tries;

int main(int argc, char **argv) {
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  tries = argc;
  if (tries > 2) sleep(1);
  pthread_spin_unlock(&lock);
  return 0;
}
