// verdict: bug
// check: free
// message: double free
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int()) free(p);
  free(p);
  return 0;
}
