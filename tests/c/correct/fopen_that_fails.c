// verdict: correct
// If a file cannot be opened, errno says why.
typedef struct file FILE;
extern FILE *fopen(const char *, const char *);
extern int *__errno_location(void);
extern void reach_error(void);
int main(void) {
  *__errno_location() = 0;
  if (!fopen("x", "r") && *__errno_location() == 0) reach_error();
  return 0;
}
