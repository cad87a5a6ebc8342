// verdict: correct
// check: free,null,bounds
// bound: 4
void set(int *p) { *p = 1; }
int depth(int n, int *up) {
  int here = 0;
  if (n > 0) set(up);
  if (n < 2) depth(n + 1, &here);
  return here;
}
int main(void) {
  int x = 0;
  set(&x);
  return depth(0, &x);
}
