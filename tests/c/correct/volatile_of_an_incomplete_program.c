// verdict: correct
// assumes: `volatile` memory keeps its value
// Another file has `limit`, and code that may run before `main` or beside it.
extern void __VERIFIER_error(void);
extern const int limit;
volatile int visible;
int main(void) {
  visible = 2;
  if (limit > 1 && visible != 2) __VERIFIER_error();
  return 0;
}
