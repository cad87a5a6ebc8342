#include <semaphore.h>

static sem_t ready;

int main(int argc, char **argv) {
  sem_init(&ready, 0, 1);
  sem_wait(&ready);
  sem_post(&ready);
  if (argc > 1) sem_destroy(&ready);
  return 0;
}
