// verdict: bug
// integers: mixed
// memory: refined
extern char *strpbrk(const char *, const char *);
extern void reach_error(void);
int main(void) {
  char path[] = "a=b";
  char *p = strpbrk(path, ":=");
  if (p) *p = 0;
  if (path[1] != '=') reach_error();
  return 0;
}
