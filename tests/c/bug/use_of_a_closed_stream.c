// verdict: bug
// check: free
// message: use after free
// confirm: no, it happens inside of the library
// integers: mixed
// memory: refined
struct _IO_FILE;
extern struct _IO_FILE *fopen(const char *, const char *);
extern int fclose(struct _IO_FILE *), fgetc(struct _IO_FILE *);
int main(void) {
  struct _IO_FILE *f = fopen("input", "r");
  if (!f) return 1;
  fclose(f);
  return fgetc(f);
}
