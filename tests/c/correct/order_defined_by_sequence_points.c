// verdict: correct
// assumes: nothing
// The same variable again, with an order.
extern void __VERIFIER_error(void);
static int f(int x, int y) { return x + y; }
int main(void) {
  int a[2] = {0, 0}, i = 0, j;
  i = i + 1;
  if (i++ == 1 && i == 2) a[i - 2] = i;
  j = (i++, i);
  j = i ? i++ : 0;
  j = i++ + j;
  if (a[0] != 2 || i != 5 || j != 7) __VERIFIER_error();
  a[0] = f(a[0], (i = 3));
  char text[4] = "abc", *p = text, *q = text + 1;
  *p++ = *q++;
  if (a[0] != 5 || p != text + 1 || text[0] != 'b') __VERIFIER_error();
  return 0;
}
