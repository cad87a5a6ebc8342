// confirm: the assertion fails
// Arithmetic that wraps around on the way is no failure unless somebody asks.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x + x < 0) assert(x == 7);
  return 0;
}
