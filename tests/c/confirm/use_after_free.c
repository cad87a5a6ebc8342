// check: free
// confirm: heap-use-after-free
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = 1;
  free(p);
  return *p;
}
