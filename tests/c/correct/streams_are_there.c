// verdict: correct
// bound: 17
// check: memory
// integers: mixed
// memory: refined
struct _IO_FILE;
extern struct _IO_FILE *stdin, *stderr;
extern struct _IO_FILE *fopen(const char *, const char *);
extern int fclose(struct _IO_FILE *), fgetc(struct _IO_FILE *), fprintf(struct _IO_FILE *, const char *, ...);
extern char *fgets(char *, int, struct _IO_FILE *);
int main(void) {
  char line[8];
  struct _IO_FILE *f = fopen("input", "r");
  if (!f) { fprintf(stderr, "no %s\n", "input"); return 1; }
  fgetc(f);
  fclose(f);
  if (fgets(line, sizeof line, stdin)) fprintf(stderr, "%s", line);
  return 0;
}
