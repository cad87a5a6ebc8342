// verdict: correct
// Functions of the library mean the same when they are called through pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static void check(int c) { if (!c) reach_error(); }
static int (*const formats[])(char *, const char *, ...) = {sprintf};
static struct { void *(*fill)(void *, int, size_t); size_t (*length)(const char *); int (*number)(const char *); } ops = {
  memset, strlen, atoi
};
static int left;
static void ending(void) { check(left == 3); }
int main(void) {
  char text[8];
  int (*format)(char *, const char *, ...) = formats[0];
  check(format(text, "%d-%s", 42, "x") == 4);
  check(text[2] == '-' && text[4] == 0);
  check(ops.length(text) == 4 && ops.number(text) == 42);
  ops.fill(text, 'a', 7), text[7] = 0;
  check(text[0] == 'a' && text[6] == 'a');
  int (*say)(const char *, ...) = printf;
  say("%s\n", text);
  atexit(ending);
  left = 3;
  void (*end)(int) = exit;
  end(0);
  reach_error();
}
