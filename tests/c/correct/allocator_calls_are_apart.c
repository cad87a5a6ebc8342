// verdict: correct
// What an allocator returns at one call is not what it returns at another; what it stored is.
void *malloc(unsigned long);
extern void __VERIFIER_error(void);
struct node { int value; struct node *next; };
static struct node *latest;

static void *get(unsigned long size) {
  void *p = malloc(size);
  return p;
}

static struct node *node(int value) {
  struct node *n = get(sizeof *n);
  n->value = value;
  n->next = 0;
  latest = n;
  return n;
}

int main(void) {
  struct node *a = node(1), *b = node(2);
  char *bytes = get(8);
  bytes[0] = 7;
  b->next = a;
  latest->value = 3;
  if (a->value != 1 || b->value != 3 || b->next->value != 1 || bytes[0] != 7) __VERIFIER_error();
  return 0;
}
