// verdict: bug
// check: free
// message: use of a local variable after its function has returned
int *p;
void f(void) { int x = 1; p = &x; }
int main(void) {
  f();
  return *p;
}
