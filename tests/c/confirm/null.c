// check: null
// confirm: member access within null pointer
struct s { int a, b; };
static int get(struct s *p) {
  return p->b;
}
int main(void) { return get(0); }
