// verdict: bug
// What has a name outside can be pointed to from there, whether anybody compares or not.
extern void __VERIFIER_error(void);
extern long *place(void);
long budget[2];

int main(void) {
  long *p = place();
  if (!p) return 0;
  budget[1] = 7;
  *p = 8;
  if (budget[1] != 7) __VERIFIER_error();
  return 0;
}
