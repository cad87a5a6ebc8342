// verdict: bug
// check: bounds
// message: access outside of the object that the pointer points to
// bound: 6
extern unsigned long strlen(const char *);
int main(void) {
  char buffer[4] = { 'a', 'b', 'c', 'd' };
  return (int)strlen(buffer);
}
