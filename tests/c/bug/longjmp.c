// verdict: bug
// memory: refined
// bound: 4
extern void __VERIFIER_error(void);
struct __jmp_buf_tag { long registers[8]; int saved; unsigned long mask[16]; };
typedef struct __jmp_buf_tag jmp_buf[1];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
static jmp_buf outer;
static void deep(int n) {
  if (n == 2) longjmp(outer, 0);
  deep(n + 1);
}
int main(void) {
  int r = setjmp(outer);
  if (r == 0) deep(0);
  if (r == 1) __VERIFIER_error();
  return 0;
}
