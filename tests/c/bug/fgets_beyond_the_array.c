// verdict: bug
// check: bounds
// message: index outside of the object
// confirm: no, it depends on what is read
// integers: mixed
// memory: refined
struct _IO_FILE;
extern struct _IO_FILE *stdin;
extern char *fgets(char *, int, struct _IO_FILE *);
int main(void) {
  char line[8];
  return fgets(line, 9, stdin) == 0;
}
