// check: free
// confirm: stack-use-after-scope
int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p;
}
