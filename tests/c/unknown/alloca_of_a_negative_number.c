// verdict: unknown
// Such an array is not on the stack, and what is behind it is not proved.
extern void *__builtin_alloca(unsigned long);
extern void reach_error(void);
int main(void) {
  int n = -1;
  char *p = __builtin_alloca(n);
  p[0] = 1;
  reach_error();
  return 0;
}
