// verdict: correct
extern void __VERIFIER_error(void);
enum small : unsigned char { FIRST, LAST = 255 };
enum wide : long long;
enum wide : long long { LARGE = 1LL << 40 };
struct both { enum small s; enum small : 3; enum { PLAIN } p : 2; };
int main(void) {
  enum small x = LAST;
  x++;
  if (x != FIRST || sizeof x != 1 || sizeof LAST != 1 || sizeof(enum wide) != 8) __VERIFIER_error();
  if (LAST + 1 != 256 || LARGE >> 40 != 1) __VERIFIER_error();
  return 0;
}
