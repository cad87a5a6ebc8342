// check: free
// confirm: free of something that was not allocated
#include <stdlib.h>

int main(void) {
  char a[10];
  char *p = a;
  free(p);
  return 0;
}
