// confirm: the assertion fails
// The program gets the texts that the execution reads.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[2], "hi") == 0 && argv[1][0] == '-') assert(argv[1][1] != 'x');
  return 0;
}
