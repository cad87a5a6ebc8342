// check: null
// confirm: no, the program fails in another way: heap-buffer-overflow
// Nobody asked about the read outside of the memory, but the sanitizer sees it first.
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p), *q = 0;
  if (!p) return 1;
  int x = p[2];
  free(p);
  return *q + x;
}
