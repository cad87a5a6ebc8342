// check: null
// confirm: store to null pointer
// The second allocation fails in the execution, and so it does in the program.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  int *q = malloc(sizeof *q);
  *q = 1;
  free(p);
  free(q);
  return 0;
}
