// verdict: correct
// assumes: nothing
// Nobody else runs, and nobody knows the addresses.
extern void __VERIFIER_error(void);
static volatile int flag;
static volatile int visible;
static int read(volatile int *p) { return *p; }
int main(void) {
  volatile int local = 3;
  flag = 1;
  visible = 2;
  if (flag != 1 || visible != 2 || read(&local) != 3) __VERIFIER_error();
  return 0;
}
