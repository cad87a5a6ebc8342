#include <pthread.h>

static int result;

static void *work(void *argument) {
  result = 1;
  return 0;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (pthread_create(&thread, 0, work, 0) != 0) return 1;
  pthread_join(thread, 0);
  return 0;
}
