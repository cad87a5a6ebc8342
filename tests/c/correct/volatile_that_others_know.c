// verdict: correct
// assumes: `volatile` memory keeps its value
extern void __VERIFIER_error(void);
extern int outside(void);
volatile int visible;
int main(void) {
  visible = 2;
  outside();
  if (visible != 2) __VERIFIER_error();
  return 0;
}
