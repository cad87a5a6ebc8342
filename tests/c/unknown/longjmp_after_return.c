// verdict: unknown
// The function that called setjmp has ended.
extern void __VERIFIER_error(void);
struct __jmp_buf_tag { long registers[8]; int saved; unsigned long mask[16]; };
typedef struct __jmp_buf_tag jmp_buf[1];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
static jmp_buf outer;
static int set(void) { return setjmp(outer); }
int main(void) {
  if (set() == 0) longjmp(outer, 1);
  return 0;
}
