#include <errno.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  long n = strtol(argv[1], 0, 10);
  return errno == ERANGE || n < 0;
}
