// verdict: bug
// check: null
// confirm: no, whoever starts the program says what is in its environment
// `environ` is a list of texts with a null pointer behind it.
extern char **environ;
int main(void) {
  int n = 0;
  for (char **e = environ; **e; e++) {
    n++;
    if (n == 3) break;
  }
  return n;
}
