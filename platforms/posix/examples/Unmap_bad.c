#include <stddef.h>
#include <sys/mman.h>

int main(int argc, char **argv) {
  void *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(p, 4096);
  return 0;
}
