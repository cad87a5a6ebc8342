// verdict: correct
// malloc: never-fails
// assumes: nothing
// What a pointer leads to is not the counter beside it: where pointers point to is known.
extern void __VERIFIER_error(void);
extern void *malloc(__SIZE_TYPE__);
struct builder { char *text; unsigned length; };
static void put(struct builder *b, char c) { b->text[b->length++] = c; }
static int swap(int *p, int *q) { return *p = (*q)++; }
int main(void) {
  struct builder b;
  b.text = malloc(8);
  b.length = 0;
  put(&b, 'a');
  put(&b, 'b');
  if (b.text[1] != 'b' || b.length != 2) __VERIFIER_error();
  int x = 0, y = 1;
  if (swap(&x, &y) != 1 || y != 2) __VERIFIER_error();
  return 0;
}
