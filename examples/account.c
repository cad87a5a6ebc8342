// Two threads could use this account. One way out of `withdraw` keeps the lock, which rules of POSIX are about:
//
//     lariat verify examples/account.c --platform posix --rules Mutex
//
// And something else is wrong:
//
//   lariat check examples/account.c --check overflow  bug: a program can have many arguments
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int withdraw(int sum) {
  pthread_mutex_lock(&lock);
  if (sum > balance)
    return -1;
  balance -= sum;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(int argc, char **argv) {
  return withdraw(argc * 60);
}
