// verdict: bug
// A function that returns what an earlier call allocated is found out.
void *malloc(unsigned long);
extern void __VERIFIER_error(void);
static int *kept;

static int *get(void) {
  int *p = kept;
  if (!p) {
    p = malloc(sizeof *p);
    kept = p;
  }
  return p;
}

int main(void) {
  int *a = get(), *b = get();
  *a = 1;
  *b = 2;
  if (*a == 2) __VERIFIER_error();
  return 0;
}
