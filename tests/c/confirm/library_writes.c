// check: bounds
// confirm: stack-buffer-overflow
#include <string.h>

int main(void) {
  char b[4];
  strcpy(b, "abcd");
  return b[0];
}
