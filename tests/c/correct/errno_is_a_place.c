// verdict: correct
// check: null
// integers: mixed
// memory: refined
extern int *__errno_location(void);
extern long strtol(const char *, char **, int);
extern void reach_error(void);
int main(void) {
  *__errno_location() = 0;
  strtol("7", 0, 10);
  if (*__errno_location() != 0) return *(int *)0;
  strtol("99999999999999999999", 0, 10);
  return *__errno_location() == 34 ? 0 : *(int *)0;
}
