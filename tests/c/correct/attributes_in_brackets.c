// verdict: correct
// C23 writes attributes in brackets.
extern void reach_error(void);
extern int nondet_int(void);
[[nodiscard]] static int step(int x) {
  switch (x) {
  case 0: x = 5; [[fallthrough]];
  case 1: return x;
  }
  return -1;
}
[[noreturn]] void stop(const char *why);
struct [[gnu::packed]] narrow { char c; int i; };
int main(void) {
  [[maybe_unused]] int unused = 3;
  int n = nondet_int();
  if (n < 0) stop("negative");
  if (n < 0 || step(0) != 5 || sizeof(struct narrow) != 5) reach_error();
  return 0;
}
