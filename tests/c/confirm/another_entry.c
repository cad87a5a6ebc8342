// entry: handle
// The harness has a main that calls the entry with the arguments of the execution.
struct request { int code; int length; };
extern void __VERIFIER_error(void);
static int handled;

int handle(struct request *r, unsigned flags, signed char level) {
  if (!r) return -1;
  handled++;
  if (r->code == 17 && r->length < 0 && flags == 0x80000001u && level == -2) __VERIFIER_error();
  return handled;
}
