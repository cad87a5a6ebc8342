// verdict: correct
// memory: refined
// data-model: LP64
// assumes: nothing
// C aligns objects: the lowest bits of their addresses are known wherever they lie.
extern void __VERIFIER_error(void);
typedef unsigned long word;
struct pair { char tag; long value; } global;
static int small;
static int aligned_by(void *p, word n) { return n == 8 && ((word)p & 7) == 0; }
int main(void) {
  long local[3];
  char *taken = __builtin_alloca(24);
  long *p = &local[1];
  if ((word)&small % 4 != 0 || ((word)p & 7) != 0 || ((word)taken & 15) != 0) __VERIFIER_error();
  if (((word)&global.tag + 3 & 7) != 3 || !aligned_by(&global.value, 8)) __VERIFIER_error();
  return 0;
}
