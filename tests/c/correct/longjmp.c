// verdict: correct
// assumes: nothing
// bound: 4
// memory: refined
extern void __VERIFIER_error(void);
struct __jmp_buf_tag { long registers[8]; int saved; unsigned long mask[16]; };
typedef struct __jmp_buf_tag jmp_buf[1];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
static jmp_buf outer;
static int deepest;
static void deep(int n) {
  deepest = n;
  if (n == 2) longjmp(outer, 7);
  deep(n + 1);
  __VERIFIER_error();
}
static int guarded(int how) {
  jmp_buf own;
  switch (setjmp(own)) {
  case 0: break;
  case 1: return 10;
  default: return 20;
  }
  if (how == 0) return 0;
  longjmp(own, how - 1);
  return 30;
}
int main(void) {
  int r = setjmp(outer);
  if (r == 0) {
    deep(0);
    __VERIFIER_error();
  }
  if (r != 7 || deepest != 2) __VERIFIER_error();
  if (guarded(0) != 0 || guarded(1) != 10 || guarded(2) != 10 || guarded(3) != 20) __VERIFIER_error();
  return 0;
}
