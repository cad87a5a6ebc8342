// verdict: correct
// check: memory
// bound: 6
extern void *alloca(unsigned long);
void set(int *p) { *p = 1; }
int main(void) {
  int sum = 0, *kept = &sum;
  for (int i = 0, j = 0, *at = &j; i < 2; i++, (*at)++) {
    int x;
    set(&x);
    if (x == 0) continue;
    { int y; set(&y); kept = alloca(sizeof *kept); *kept = y; }
    sum += *kept + *({ int z = 1; int *q = &z; set(q); kept; });
  }
  return *kept + sum;
}
