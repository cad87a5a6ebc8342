// What malloc returns holds anything.
#include <stdlib.h>
extern void __VERIFIER_error(void);

int main(void) {
  int *first = malloc(4 * sizeof(int));
  int *second = malloc(sizeof(int));
  *second = 1;
  if (first[2] == 1234 && first[0] == 0 && *second == 1) __VERIFIER_error();
  return 0;
}
