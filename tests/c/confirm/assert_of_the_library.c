// The macro of the C library.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) abort();
  assert(x * 2 != 10);
  return 0;
}
