// verdict: correct
// data-model: LLP64 WIN32 LP64
// assumes: accesses to memory in `__try` raise no exceptions
// Every way out of a guarded block runs its __finally block once; filters decide who handles an exception.
extern void __lariat_raise(unsigned code);
unsigned long _exception_code(void);
int _abnormal_termination(void);
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int order, released, abnormal;
static void deep(int x) { if (x > 10) __lariat_raise(0xC0000005); }
static int early(int x) {
  __try {
    if (x == 1) return 7;
    if (x == 2) goto out;
    if (x == 3) __leave;
    deep(x);
    order = 1;
  } __finally {
    released++;
    abnormal = _abnormal_termination();
  }
  return 1;
out:
  return 2;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), r = 0, i;
  unsigned code = 0;
  __try { r = early(x); }
  __except (_exception_code() == 0xC0000005 ? 1 : 0) { code = _exception_code(); r = 9; }
  __VERIFIER_assert(released == 1);
  if (x == 1) __VERIFIER_assert(r == 7 && abnormal);
  if (x == 2) __VERIFIER_assert(r == 2 && abnormal);
  if (x == 3) __VERIFIER_assert(r == 1 && !abnormal);
  if (x > 10) __VERIFIER_assert(r == 9 && code == 0xC0000005 && abnormal);
  if (x < 0) __VERIFIER_assert(r == 1 && order == 1 && !abnormal);
  for (i = 0; i < 2; i++) {
    __try { if (i == 0) continue; break; } __finally { released += 10; }
  }
  __VERIFIER_assert(released == 21);
  return 0;
}
