// verdict: correct
// Without instructions values stay where they are.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = 4, y;
  __asm__ volatile("" : "+r"(x) : : "memory");
  __asm__("" : "=r"(y) : "0"(x + 1));
  check(x == 4 && y == 5);
}
