// verdict: bug
// data-model: LLP64
// message: the assertion fails
// confirm: no, gcc knows no structured exceptions
// An exception that a caller handles leaves the lock taken: only __finally would have released it.
extern void __lariat_raise(unsigned code);
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
static int held;
static void probe(void *p) { if (!p) __lariat_raise(0xC0000005); }
static void work(void *p) {
  held = 1;
  probe(p);
  held = 0;
}
int main(void) {
  void *p = __VERIFIER_nondet_int() ? &held : (void *)0;
  __try {
    work(p);
  } __except (1) {
  }
  __VERIFIER_assert(!held);
  return 0;
}
