// verdict: correct
// memory: refined
// bound: 10
// Functions of the library mean the same when they are called through pointers.
extern void *memset(void *, int, unsigned long);
extern unsigned long strlen(const char *);
extern int sprintf(char *, const char *, ...);
extern int printf(const char *, ...);
extern int atexit(void (*)(void));
extern void exit(int);
extern int atoi(const char *);
extern void reach_error(void);
static void check(int c) { if (!c) reach_error(); }
static int (*const formats[])(char *, const char *, ...) = {sprintf};
static struct { void *(*fill)(void *, int, unsigned long); unsigned long (*length)(const char *); int (*number)(const char *); } ops = {
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
