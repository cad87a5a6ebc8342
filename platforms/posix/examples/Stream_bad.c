#include <stdio.h>

int main(int argc, char **argv) {
  FILE *in = fopen("a", "r");
  if (!in) return 1;
  int c = fgetc(in);
  if (c == EOF) fclose(in);
  c = fgetc(in);
  fclose(in);
  return c == EOF;
}
