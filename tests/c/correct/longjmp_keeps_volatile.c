// verdict: correct
// memory: refined
// assumes: nothing
// bound: 4
extern void __VERIFIER_error(void);
struct __jmp_buf_tag { long registers[8]; int saved; unsigned long mask[16]; };
typedef struct __jmp_buf_tag jmp_buf[1];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
static jmp_buf outer;
static void again(int n) { longjmp(outer, n); }
int main(void) {
  volatile int changed = 1;
  int same = 5;
  int n = setjmp(outer);
  if (n < 2) {
    changed = changed + 1;
    again(n + 1);
  }
  if (changed != 3 || same != 5 || n != 2) __VERIFIER_error();
  return 0;
}
