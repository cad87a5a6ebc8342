// verdict: correct
// data-model: WIN32
// assumes: nothing
// On x86, Microsoft's compiler aligns eight bytes to eight, gcc to four.
extern void __VERIFIER_assert(int);
struct S { int n; long long at; double d; };
int main(void) {
  __VERIFIER_assert(sizeof(struct S) == 24 && sizeof(void *) == 4 && __alignof(long long) == 8);
  return 0;
}
