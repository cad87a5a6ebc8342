// verdict: bug
// The last element is that of both operands.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
typedef short eight __attribute__((vector_size(16)));
int main(void) {
  eight a = {1, 2, 3, 4, 5, 6, 7, 8}, b = a << 1;
  check(b[6] == 14);
  check(b[7] == 8);
}
