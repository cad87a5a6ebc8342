// verdict: correct
// bound: 8
// data-model: LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
unsigned long strlen(const char *);
int strcmp(const char *, const char *);
char *strcpy(char *, const char *);
int main(void) {
  char b[4];
  check(strlen("abc") == 3);
  strcpy(b, "xy");
  check(b[1] == 'y' && b[2] == 0);
  check(strcmp(b, "xy") == 0 && strcmp("a", "b") < 0);
  return 0;
}
