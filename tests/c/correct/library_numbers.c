// verdict: correct
// integers: mixed
// memory: refined
extern int atoi(const char *);
extern long strtol(const char *, char **, int);
extern void reach_error(void);
int main(void) {
  const char *s = " -12x";
  char *end;
  if (atoi("+30 days") != 30 || atoi("no") != 0) reach_error();
  if (strtol(s, &end, 10) != -12 || end != s + 4) reach_error();
  if (strtol("0x1F", 0, 0) != 31 || strtol("077", 0, 0) != 63) reach_error();
  return 0;
}
