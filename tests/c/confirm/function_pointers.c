// A callback that comes from outside is one of the program's functions.
typedef int (*callback)(int);
extern callback choose(void);
extern void __VERIFIER_error(void);
int twice(int x) { return 2 * x; }
int next(int x) { return x + 1; }
callback table[2] = { twice, next };

int main(void) {
  callback f = choose();
  if (f == next) {
    if (f(4) == 5) __VERIFIER_error();
  }
  return 0;
}
