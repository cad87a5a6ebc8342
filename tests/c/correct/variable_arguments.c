// verdict: correct
// memory: refined
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
typedef __builtin_va_list va_list;
int sum(int count, ...) {
  va_list list, copy;
  __builtin_va_start(list, count);
  __builtin_va_copy(copy, list);
  int total = __builtin_va_arg(list, int);
  if (count > 1) total += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  check(__builtin_va_arg(copy, int) == 1);
  return total;
}
int main(void) {
  char c = 2;
  int (*f)(int, ...) = sum;
  check(sum(2, 1, c) == 3);
  check(f(1, 1) == 1);
}
