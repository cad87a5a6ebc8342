// verdict: perhaps
// What instructions compute is certain, but not known here.
extern void reach_error(void);
int main(void) {
  int x = 3, y;
  __asm__("leal 1(%1), %0" : "=r"(y) : "r"(x));
  if (y != 4) reach_error();
  return 0;
}
