// verdict: correct
// integers: mixed
// memory: refined
struct _IO_FILE;
extern struct _IO_FILE *stdin;
extern long read(int, void *, unsigned long);
extern unsigned long fread(void *, unsigned long, unsigned long, struct _IO_FILE *);
extern int rand(void), getchar(void);
extern void reach_error(void);
int main(void) {
  char b[4];
  short s[4];
  long n = read(0, b, sizeof b);
  if (n < -1 || n > 4) reach_error();
  if (fread(s, sizeof *s, 4, stdin) > 4) reach_error();
  if (rand() < 0) reach_error();
  int c = getchar();
  if (c < -1 || c > 255) reach_error();
  return 0;
}
