// verdict: bug
// check: leak
// message: memory never freed at exit
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void exit(int);
int main(void) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int()) exit(1);
  free(p);
  return 0;
}
