// verdict: bug
// check: bounds
// message: index outside of the object `buffer` (4 bytes)
// bound: 6
extern unsigned long strlen(const char *);
int main(void) {
  char buffer[4] = { 'a', 'b', 'c', 'd' };
  return (int)strlen(buffer);
}
