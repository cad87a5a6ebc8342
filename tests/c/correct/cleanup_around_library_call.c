// verdict: correct
// A library function returns to its caller: what is due at the end of the caller's block stays due.
extern int strcmp(const char *, const char *);
extern char *strchr(const char *, int);
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int calls;
static void done(int *p) { calls += *p; }
static int twice(const char *s) {
  __attribute__((cleanup(done))) int once = 1;
  int n = strcmp(s, "a");
  check(calls == 0);
  char *at = strchr(s, 'b');
  check(calls == 0 && at == s + 1);
  return n;
}
int main(void) {
  check(twice("ab") > 0);
  check(calls == 1);
  return 0;
}
