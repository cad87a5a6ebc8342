#include <stdio.h>

int main(void) {
  FILE *out = fopen("a", "w");
  if (out == NULL) return 1;
  fputs("hello", out);
  fclose(out);
  return 0;
}
