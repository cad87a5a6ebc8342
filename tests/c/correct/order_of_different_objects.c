// verdict: correct
// assumes: nothing
// Members of one structure are different objects, and so are variables; no order between accesses of them matters.
extern void __VERIFIER_error(void);
struct buffer { char text[16]; unsigned length; };
static void put(struct buffer *b, char c) {
  if (b->length < 16) b->text[b->length++] = c;
}
static int first[4], second[4];
static int *share(int n) { return n ? first : second; }
int main(void) {
  struct buffer b;
  b.length = 0;
  put(&b, 'a');
  put(&b, 'b');
  if (b.text[1] != 'b' || b.length != 2) __VERIFIER_error();
  int i = 1, j = 2;
  first[i] = second[j]++ + 1;
  if (*(share(1) + 1) != 1 || second[2] != 1) __VERIFIER_error();
  int *p = first, k = 0;
  p[0] = p[k] = p[1] = 3;
  if (first[0] != 3 || first[1] != 3) __VERIFIER_error();
  return 0;
}
