// verdict: correct
// check: null
/* Taking the address of a member does not read anything. */
struct s { int a, b; };
int main(void) {
  int *p = &((struct s *)0)->b;
  unsigned long offset = (unsigned long)p;
  return *(offset == 4 ? &(int){ 0 } : 0);
}
