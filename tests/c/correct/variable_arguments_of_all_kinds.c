// verdict: correct
// memory: refined
// integers: bv mixed
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
typedef __builtin_va_list va_list;
struct pair { int a, b; };
static int pointed(va_list list) { return *__builtin_va_arg(list, int *); }
int first(int n, ...) {
  va_list list;
  __builtin_va_start(list, n);
  return pointed(list);
}
double number(int n, ...) {
  va_list list;
  __builtin_va_start(list, n);
  return __builtin_va_arg(list, double);
}
int parts(int n, ...) {
  va_list list;
  __builtin_va_start(list, n);
  struct pair p = __builtin_va_arg(list, struct pair);
  return p.a + p.b + __builtin_va_arg(list, int);
}
int main(void) {
  int x = 5;
  struct pair p = { 1, 2 };
  check(first(0, &x) == 5);
  check(number(0, 2.5f) == 2.5);
  check(parts(0, p, 4) == 7);
}
