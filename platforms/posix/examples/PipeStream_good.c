#include <stdio.h>

int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen("a", "r") : popen("ls", "r");
  if (!in) return 1;
  int c = fgetc(in);
  if (argc > 1) fclose(in);
  else pclose(in);
  return c == EOF;
}
