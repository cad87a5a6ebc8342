// verdict: correct
// volatile: device
// assumes: nothing
// What is read twice may differ, what is read once does not. Of one's own variables one is sure.
extern void __VERIFIER_error(void);
static volatile unsigned status;
struct flags { volatile unsigned ready : 1, count : 3; };
static struct flags flags;
int main(void) {
  volatile int own = 7;
  unsigned once = status;
  if (once != once || own != 7) __VERIFIER_error();
  if (flags.count > 7 || flags.ready > 1) __VERIFIER_error();
  return 0;
}
