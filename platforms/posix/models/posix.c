/* Functions of POSIX that the models of the C library do not have. What the system answers is anything within the range that it has. */
#include "lariat_posix.h"

int __VERIFIER_nondet_int(void);
void *__VERIFIER_nondet_pointer(void);
void __VERIFIER_assume(int condition);

static int failed(void) {
  int code = __VERIFIER_nondet_int();
  __VERIFIER_assume(code > 0);
  errno = code;
  return -1;
}

static int result(void) { return __VERIFIER_nondet_int() ? 0 : failed(); }

static int descriptor(void) {
  int fd = __VERIFIER_nondet_int();
  __VERIFIER_assume(fd >= -1);
  return fd < 0 ? failed() : fd;
}

int open(const char *name, int flags, ...) { return descriptor(); }
int openat(int folder, const char *name, int flags, ...) { return descriptor(); }

int accept(int fd, struct sockaddr *address, socklen_t *length) {
  if (address && length) {
    unsigned char *bytes = (unsigned char *)address;
    if (*length > 0) bytes[0] = (unsigned char)__VERIFIER_nondet_int();
  }
  return descriptor();
}

int sem_init(sem_t *semaphore, int shared, unsigned value) { return result(); }
int sem_destroy(sem_t *semaphore) { return result(); }
int sem_wait(sem_t *semaphore) { return result(); }
int sem_trywait(sem_t *semaphore) { return result(); }
int sem_post(sem_t *semaphore) { return result(); }

/* Memory of its own, or where the caller wants it. */
void *mmap(void *where, size_t size, int protection, int flags, int fd, off_t at) {
  if (__VERIFIER_nondet_int()) {
    failed();
    return MAP_FAILED;
  }
  if (where && (flags & MAP_FIXED)) return where;
  void *memory = malloc(size);
  __VERIFIER_assume(memory != NULL);
  return memory;
}
int munmap(void *where, size_t size) { return result(); }
int msync(void *where, size_t size, int flags) { return result(); }
