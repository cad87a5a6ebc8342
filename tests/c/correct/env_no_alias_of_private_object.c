// verdict: correct
// memory: refined
// An object whose address never left the program is nobody else's.
struct device { int state, users; };
extern struct device *lookup(void);
extern void __VERIFIER_error(void);
static struct device mine, *known = &mine;

int main(void) {
  known->users = 1;
  struct device *found = lookup();
  if (!found) return 0;
  found->users = 7;
  if (known->users != 1) __VERIFIER_error();
  return 0;
}
