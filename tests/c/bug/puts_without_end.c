// verdict: bug
// check: bounds
// integers: mixed
// memory: refined
extern int puts(const char *);
int main(void) {
  char b[2] = { 'n', 'o' };
  puts(b);
  return 0;
}
