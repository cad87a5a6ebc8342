#include <stdlib.h>

int main(int argc, char **argv) {
  int *a = malloc(4 * sizeof *a);
  if (!a) return 1;
  int *b = realloc(a, 8 * sizeof *a);
  if (!b) {
    free(a);
    return 2;
  }
  b[7] = argc;
  free(b);
  return 0;
}
