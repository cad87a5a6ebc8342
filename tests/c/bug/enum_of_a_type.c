// verdict: bug
// confirm: no, the C compiler may be older than C23
extern void __VERIFIER_error(void);
enum small : signed char { LEAST = -128, LAST = 127 };
int main(void) {
  enum small x = LAST;
  x++;
  if (x == LEAST) __VERIFIER_error();
  return 0;
}
