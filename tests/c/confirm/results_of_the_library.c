// bound: 6
// confirm: the assertion fails
// The library is the real one: only what nobody defines has the values of the execution.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int ask(void);

int main(void) {
  char text[8] = "40";
  if (ask() == 2) strcat(text, "2");
  assert(atoi(text) != 402);
  return 0;
}
