// verdict: bug
// What is copied to a member is seen through a pointer to the whole record.
extern void *memset(void *, int, unsigned long);
extern char *strcpy(char *, const char *);
extern void __VERIFIER_error(void);
struct record { int n; char name[8]; };

int main(void) {
  struct record r;
  char *bytes = (char *)&r;
  memset(&r, 0, sizeof r);
  strcpy(r.name, "ab");
  if (bytes[sizeof(int) + 1] == 'b') __VERIFIER_error();
  return 0;
}
