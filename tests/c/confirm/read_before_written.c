// check: uninit
// confirm: no, no check of the C compiler sees variables that are read before they have a value
int main(void) {
  int x;
  return x + 1;
}
