#include <stdio.h>

int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen("a", "r") : popen("ls", "r");
  if (!in) return 1;
  int c = fgetc(in);
  fclose(in);
  return c == EOF;
}
