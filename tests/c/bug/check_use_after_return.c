// verdict: bug
// check: free
// message: use of a local variable after the end of its block or function
int *p;
void f(void) { int x = 1; p = &x; }
int main(void) {
  f();
  return *p;
}
