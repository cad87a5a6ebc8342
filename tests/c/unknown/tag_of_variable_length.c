// verdict: unknown
// A declaration of a structure without an object is a place like any other.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
static int size(int n) {
  struct record { char name[n]; };
  n++;
  return sizeof(struct record);
}
int main(void) { check(size(3) == 0); }
