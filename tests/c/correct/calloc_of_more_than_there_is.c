// verdict: correct
// A constant length of gigabytes is not spelled out.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = calloc(1ul << 30, 16);
  if (p && p[5] != 0) reach_error();
  return 0;
}
