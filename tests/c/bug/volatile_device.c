// verdict: bug
// volatile: device
// assumes: nothing
// confirm: no, nothing changes the object in a compiled program
extern void __VERIFIER_error(void);
static volatile int status;
int main(void) {
  status = 1;
  if (status == status + 1) __VERIFIER_error();
  return 0;
}
