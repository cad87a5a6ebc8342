// verdict: correct
// A vector is the array of its elements; operators work on each.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
typedef int four __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(16)));
four global = {1, 2};
struct pair { char tag; four v; };
static four sum(four a, four b) { return a + b; }
int main(void) {
  four a = {1, 2, 3, 4};
  four b = sum(a, a * 2) - 1;
  check(b[0] == 2 && b[3] == 11);
  four larger = a > 2;
  check(larger[1] == 0 && larger[2] == -1);
  b[1] = 7;
  b += global;
  check(b[0] == 3 && b[1] == 9 && b[2] == 8);
  check(((bytes)a)[4] == 2);
  check((-a)[3] == -4 && (~a)[0] == -2);
  check(sizeof(struct pair) == 32);
}
