// verdict: bug
// memory: refined
// bound: 1
// The loop that zeroes memory of a size that is a parameter would need 64 iterations. Its callers know the size.
extern void *calloc(unsigned long, unsigned long);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void *zeros(unsigned long bytes) {
  void *memory = calloc(1, bytes);
  __VERIFIER_assume(memory != (void *)0);
  return memory;
}

static void *extension(unsigned long bytes) { return bytes == 0 ? (void *)0 : zeros(bytes); }

int main(void) {
  char *bytes = extension(64);
  int *words = extension(16);
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 63) return 0;
  if (bytes[i] != 0 || words[3] != 0) return 0;
  ((char *)words)[i & 15] = 1;
  if (bytes[i] == 0 && ((char *)words)[i & 15] == 1) reach_error();
  return 0;
}
