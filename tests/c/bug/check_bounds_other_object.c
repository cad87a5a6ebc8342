// verdict: bug
// check: bounds
// message: access outside of the object that the pointer points to
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
/* The other object is where the index leads, but it is not the one that was meant. */
int a[4], b[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  int *p = a, *q = b;
  q[0] = 1;
  __VERIFIER_assume(i > -64 && i < 64 && (p + i == q || i == 5));
  return p[i];
}
