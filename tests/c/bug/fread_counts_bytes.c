// verdict: bug
// check: bounds
// confirm: no, it depends on what is read
// integers: mixed
// memory: refined
struct _IO_FILE;
extern struct _IO_FILE *stdin;
extern unsigned long fread(void *, unsigned long, unsigned long, struct _IO_FILE *);
int main(void) {
  int a[4];
  return fread(a, sizeof *a, sizeof a, stdin) == 0;
}
