// verdict: correct
// memory: refined
// data-model: LP64
// assumes: objects lie where Lariat puts them
// An int is aligned by four bytes, by more only here.
extern void __VERIFIER_error(void);
static int small;
int main(void) {
  if ((unsigned long)&small % 16 != 0) __VERIFIER_error();
  return 0;
}
