// verdict: correct
// Nobody outside knows the address of what was never given away.
extern void __VERIFIER_error(void);
extern void *malloc(unsigned long);
extern int *place(int);
static int hidden;

int main(void) {
  int local = 1, *heap = malloc(sizeof *heap);
  int *p = place(3);
  if (p == &hidden || p == &local || (heap && p == heap)) __VERIFIER_error();
  return hidden + local - 1;
}
