// verdict: bug
// memory: refined
// A loop over the bytes of an object is one step; the words in it can have any value.
void *malloc(unsigned long);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_error(void);
struct extension { int state; char tag; long count; int table[20]; };
struct device { struct extension *extension; };

int main(void) {
  struct device device;
  device.extension = malloc(sizeof(struct extension));
  int i;
  for (i = 0; i < sizeof(struct extension); i++)
    ((char *)device.extension)[i] = __VERIFIER_nondet_char();
  char last = __VERIFIER_nondet_char();
  if (device.extension->state == 123456 && device.extension->count == -2
      && device.extension->table[19] == 7 && i == sizeof(struct extension) && last == 'x')
    __VERIFIER_error();
  return 0;
}
