// verdict: bug
// The square of i is -1.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  __complex__ int i = 1i;
  check(i * i == -1);
  check(__imag__(i * i) == 1);
}
