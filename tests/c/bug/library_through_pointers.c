// verdict: bug
// `exit` through a pointer runs what is to run at the end; `sprintf` writes.
extern int sprintf(char *, const char *, ...);
extern int atexit(void (*)(void));
extern void exit(int);
extern void reach_error(void);
static char text[4];
static void ending(void) { if (text[0] == '7') reach_error(); }
int main(void) {
  int (*format)(char *, const char *, ...) = sprintf;
  void (*end)(int) = exit;
  atexit(ending);
  format(text, "%d", 7);
  end(0);
  return 0;
}
