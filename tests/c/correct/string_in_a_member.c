// verdict: correct
// memory: refined
// A string that is copied to a member changes that array and nothing else of the record.
extern char *strcpy(char *, const char *);
extern char *strncpy(char *, const char *, unsigned long);
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct record { char name[8]; char kind; int n; };

int main(void) {
  struct record r = { "", 7, 3 };
  char text[8] = "abcdefg";
  unsigned n = __VERIFIER_nondet_uint() % 3;
  text[n] = 0;
  strcpy(r.name, text);
  if (r.kind != 7 || r.n != 3) __VERIFIER_error();
  if (r.name[n] != 0 || (n > 0 && r.name[0] != 'a')) __VERIFIER_error();
  strncpy(r.name, "xy", 4);
  if (r.name[1] != 'y' || r.name[3] != 0 || r.n != 3) __VERIFIER_error();
  return 0;
}
