// check: free
// confirm: double-free
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  if (!p) return 1;
  free(p);
  free(p);
  return 0;
}
