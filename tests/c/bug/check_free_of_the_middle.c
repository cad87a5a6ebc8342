// verdict: bug
// check: free
// message: free of something that malloc did not return
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(4);
  p++;
  free(p);
  return 0;
}
