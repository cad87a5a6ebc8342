// verdict: correct
// A _Bool is 0 or 1 wherever it comes from.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
extern _Bool flag;
extern struct options { _Bool verbose, force; } options;
int main(void) {
  check(flag == 0 || flag == 1);
  check(1 - options.force <= 1 && 1 - options.force >= 0);
}
