// check: leak
// confirm: memory is not freed, allocated at
#include <stdlib.h>

static char *kept;

int main(void) {
  kept = malloc(10);
  return 0;
}
