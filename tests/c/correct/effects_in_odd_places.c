// verdict: correct
// Effects of arguments that are otherwise unused happen: a prefetched address, the length of a
// parameter. Alignments that were declared are those that are told.
extern void __VERIFIER_error(void);
static void check(int c) {
    if (!c) __VERIFIER_error();
}

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
    check(prefetched(array));
    check(counted(10, array) == 11);
    check(prototype(n, array) == 3);
    check(n == 3);
    check(__alignof__(wide) == 256);
    check(__alignof__(global) == 64);
    check(__alignof__(low) == 1);
    check(__alignof__(main) == 1);
    return 0;
}
