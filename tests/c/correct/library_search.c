// verdict: correct
// integers: mixed
// memory: refined
extern char *strpbrk(const char *, const char *);
extern char *strstr(const char *, const char *);
extern unsigned long strcspn(const char *, const char *);
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void reach_error(void);
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  char path[] = "a=b";
  int table[4] = { 2, 3, 5, 7 }, key = 5;
  char *p = strpbrk(path, ":=");
  if (p != path + 1) reach_error();
  *p = 0;
  if (path[1] != 0 || strcspn(path, "x") != 1) reach_error();
  if (strstr("needle", "dl") == 0) reach_error();
  int *found = bsearch(&key, table, 4, sizeof key, order);
  if (found != &table[2]) reach_error();
  return 0;
}
