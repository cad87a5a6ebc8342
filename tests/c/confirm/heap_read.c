// check: bounds
// confirm: heap-buffer-overflow
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p) return 1;
  for (int i = 0; i < 4; i++) p[i] = i;
  int s = p[4];
  free(p);
  return s;
}
