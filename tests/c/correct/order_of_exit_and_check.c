// verdict: correct
// check: null
// assumes: nothing
extern void exit(int);
static int *p;
static int look(void) { if (!p) exit(1); return 0; }
int main(void) {
  return look() || *p;
}
