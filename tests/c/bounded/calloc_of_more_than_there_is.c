// verdict: bounded 3
// memory: unified
// A constant length of gigabytes is not spelled out.
extern void *calloc(unsigned long, unsigned long);
extern void reach_error(void);
int main(void) {
  char *p = calloc(1ul << 20, 2047);
  if (p && p[5] != 0) reach_error();
  return 0;
}
