// verdict: correct
// data-model: LLP64
// Blocks inside of blocks: the inner __finally runs first, a handler may raise again, a loop goes on behind them.
extern void __lariat_raise(unsigned code);
unsigned long GetExceptionCode(void);
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
static int trace;
static void step(int n) { trace = trace * 10 + n; }
static int inner(int fails) {
  __try {
    __try {
      step(1);
      if (fails) __lariat_raise(3);
      step(2);
      return 5;
    } __finally {
      step(3);
    }
  } __except (GetExceptionCode() == 3) {
    step(4);
    __lariat_raise(GetExceptionCode() + 1);
  }
  return 6;
}
int main(void) {
  int fails = __VERIFIER_nondet_int() != 0, result = 0, rounds = 0;
  __try {
    result = inner(fails);
  } __except (GetExceptionCode() == 4) {
    step(5);
  }
  __VERIFIER_assert(fails ? trace == 1345 && result == 0 : trace == 123 && result == 5);
again:
  __try {
    __try {
      if (++rounds < 2) goto again;
    } __finally {
      step(6);
    }
  } __finally {
    step(7);
  }
  __VERIFIER_assert(trace % 10000 == 6767);
  return 0;
}
