// verdict: unknown
// GNU C has structures whose layout depends on values.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int size(int n) {
  struct record { int id; char name[n]; short s; } r;
  r.id = 1;
  return sizeof r;
}
int main(void) { check(size(3) == 12); }
