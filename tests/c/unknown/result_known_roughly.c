// verdict: unknown
// The sine of 1 is less than 0.9, but all that the model knows is that it is not beyond 1.
extern void reach_error(void);
extern double sin(double);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  double d = sin(1.0);
  check(d < 0.9);
}
