// verdict: bug
// check: null
// message: dereference of a null pointer
extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(4);
  *p = 1;
  return 0;
}
