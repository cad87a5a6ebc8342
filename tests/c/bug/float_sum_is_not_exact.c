// verdict: bug
// bound: 4
// memory: refined
// integers: mixed
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += 0.1;
  check(sum == 0.3);
}
