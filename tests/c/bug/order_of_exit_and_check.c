// verdict: bug
// check: null
// confirm: no, the compiler chooses the order
// assumes: nothing
// The program may read before it looks.
extern void exit(int);
static int *p;
static int look(void) { if (!p) exit(1); return 0; }
int main(void) {
  return look() + *p;
}
