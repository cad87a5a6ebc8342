#include <stdio.h>

int main(void) {
  FILE *out = fopen("a", "w");
  fputs("hello", out);
  fclose(out);
  return 0;
}
