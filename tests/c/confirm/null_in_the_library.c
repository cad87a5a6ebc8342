// check: null
// confirm: null pointer
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const char *s = __VERIFIER_nondet_int() ? "text" : 0;
  return (int)strlen(s);
}
