// verdict: correct
// check: bounds
// integers: mixed
// memory: refined
extern char *strcpy(char *, const char *), *strcat(char *, const char *), *strncpy(char *, const char *, unsigned long);
extern int strcmp(const char *, const char *);
extern int puts(const char *);
int main(void) {
  char a[8], b[100];
  strcpy(a, "1234");
  strncpy(b, a, 5);
  strncpy(b, "x", sizeof b);
  if (strcmp("same", "same") == 0) puts("yes");
  return b[99] + a[4];
}
