// check: overflow
// confirm: signed integer overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x > 0
              ? x
                  + 2147483000
              : 0;
  return y;
}
