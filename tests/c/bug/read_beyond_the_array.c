// verdict: bug
// check: bounds
// confirm: no, it depends on what is read
// integers: mixed
// memory: refined
extern long read(int, void *, unsigned long);
int main(void) {
  char b[8];
  return read(0, b + 1, sizeof b) < 0;
}
