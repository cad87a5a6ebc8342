// verdict: bug
// memory: refined
// A variable that is not volatile and was changed has any value.
// confirm: no, without optimisation compilers keep it
extern void __VERIFIER_error(void);
struct __jmp_buf_tag { long registers[8]; int saved; unsigned long mask[16]; };
typedef struct __jmp_buf_tag jmp_buf[1];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
static jmp_buf outer;
static void leave(void) { longjmp(outer, 1); }
int main(void) {
  int changed = 1;
  if (setjmp(outer) == 0) {
    changed = 2;
    leave();
  }
  if (changed != 2) __VERIFIER_error();
  return 0;
}
