// verdict: correct
// Effects of arguments that are otherwise unused happen: a prefetched address, the length of a
// parameter. Alignments that were declared are those that are told.
extern void __VERIFIER_error(void);
#define CHECK(c) do { if (!(c)) __VERIFIER_error(); } while (0)

int prefetched(int *p) {
    int *q;
    __builtin_prefetch((q = p), 0, 0);
    return q == p;
}

int counted(int i, int array[i++]) { return i; }
int prototype(int n, int array[n++]);
int prototype(int n, int array[n]) { return n; }

void wide(void) __attribute__((aligned(256)));
void wide(void) {}
int global __attribute__((aligned(64)));
short low __attribute__((aligned(1)));

int main(void) {
    int array[10], n = 3;
    int later(int n, int array[n++]);
    CHECK(prefetched(array));
    CHECK(counted(10, array) == 11);
    CHECK(prototype(n, array) == 3);
    CHECK(n == 3);
    CHECK(__alignof__(wide) == 256);
    CHECK(__alignof__(global) == 64);
    CHECK(__alignof__(low) == 1);
    CHECK(__alignof__(main) == 1);
    return 0;
}
