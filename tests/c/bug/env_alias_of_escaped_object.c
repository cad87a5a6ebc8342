// verdict: bug
// confirm: no, the harness cannot return the address of a static variable
// An object whose address the outside was given may come back.
struct device { int state, users; };
extern void announce(struct device *);
extern struct device *lookup(void);
extern void __VERIFIER_error(void);
static struct device mine;

int main(void) {
  announce(&mine);
  mine.users = 1;
  struct device *found = lookup();
  if (!found) return 0;
  found->users = 7;
  if (mine.users == 7) __VERIFIER_error();
  return 0;
}
