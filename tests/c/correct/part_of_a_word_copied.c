// verdict: correct
// A copy or a fill that covers a part of a word changes that part.
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
extern void __VERIFIER_error(void);

int main(void) {
  int a = 0x01020304, b = 0x11121314, c = -1;
  memcpy(&b, &a, 1);
  memset((char *)&c + 1, 0, 2);
  int from[3] = {0x01020304, 0x05060708, 3}, to[3] = {0, 0x11121314, 4};
  memcpy(to, from, 6);
  if (to[0] != 0x01020304 || to[1] != 0x11120708 || to[2] != 4) __VERIFIER_error();
  if (b != 0x11121304 || c != (int)0xff0000ff) __VERIFIER_error();
  return 0;
}
