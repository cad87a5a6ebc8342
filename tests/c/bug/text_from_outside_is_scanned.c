// verdict: bug
// confirm: no, it depends on what is read
typedef struct file FILE;
extern FILE *stdin;
extern char *fgets(char *, int, FILE *);
extern int sscanf(const char *, const char *, ...);
extern void reach_error(void);
int main(void) {
  char line[20];
  int n = 0;
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (sscanf(line, "%d", &n) == 1 && n == 7) reach_error();
  return 0;
}
