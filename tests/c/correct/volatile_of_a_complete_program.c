// verdict: correct
// assumes: nothing
// There is no other file: everything that is mentioned is here, or the C library's.
extern void __VERIFIER_error(void);
extern int puts(const char *);
volatile int seen;
volatile int never_set;
static int read(volatile int *p) { return *p; }
int main(void) {
  seen = 1;
  puts("seen");
  __asm__ volatile("");
  if (seen != 1 || read(&never_set) != 0) __VERIFIER_error();
  return 0;
}
