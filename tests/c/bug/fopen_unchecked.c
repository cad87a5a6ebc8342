// verdict: bug
// check: null
// integers: mixed
// memory: refined
struct _IO_FILE;
extern struct _IO_FILE *fopen(const char *, const char *);
extern int fgetc(struct _IO_FILE *);
int main(void) { return fgetc(fopen("input", "r")); }
