// verdict: correct
// data-model: LLP64
// assumes: nothing
// Types, layout and literals as Microsoft's compiler has them.
extern void __VERIFIER_assert(int);
typedef union { struct { unsigned LowPart; long HighPart; } u; long long QuadPart; } LARGE_INTEGER;
typedef struct { char tag; LARGE_INTEGER at; } Item;
typedef struct { unsigned char low : 4; unsigned int high : 4; } Split;
typedef struct { unsigned short a : 9, b : 9; } Two;
enum Signed { NONE, SOME };
static const wchar_t name[] = L"x" L"y";
static char where[64];
static unsigned long wide(void) { return sizeof L"abc"; }
static int here(void) { return sizeof "in " __FUNCTION__ ": "; }
__declspec(selectany) int shared = 3;
int main(void) {
  char *bytes = where;
  enum Signed s = (enum Signed)-1;
  __VERIFIER_assert(sizeof(long) == 4 && sizeof(void *) == 8 && sizeof(size_t) == 8 && sizeof(wchar_t) == 2);
  __VERIFIER_assert(sizeof(Item) == 16 && sizeof(Split) == 8 && sizeof(Two) == 4);
  __VERIFIER_assert(sizeof(name) == 6 && name[1] == 'y' && wide() == 8 && here() == 10);
  __VERIFIER_assert(s < NONE);
  *((int *)bytes)++ = 7;
  __VERIFIER_assert(bytes == where + 4 && where[0] == 7);
  __VERIFIER_assert(shared == 3 && sizeof(long double) == 8);
  return 0;
}
