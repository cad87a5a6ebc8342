// verdict: bug
// bound: 9
// A string is copied over words: they get its bytes.
extern char *strcpy(char *, const char *);
extern void __VERIFIER_error(void);
struct record { unsigned words[2]; unsigned n; };

int main(void) {
  struct record r = { { 1, 2 }, 3 };
  char text[4] = { 1, 2, 0, 0 };
  strcpy((char *)&r.words[1], text);
  if (r.words[0] == 1 && r.words[1] == 0x0201 && r.n == 3) __VERIFIER_error();
  return 0;
}
