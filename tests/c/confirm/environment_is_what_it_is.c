// confirm: no, (not set: what the C library does at line 7)
#include <assert.h>
#include <stdlib.h>

int main(void) {
  /* An execution of the model has such a variable, the one of the program has none. */
  assert(getenv("NOBODY_SETS_THIS_VARIABLE") == 0);
  return 0;
}
