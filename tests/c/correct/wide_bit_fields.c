// verdict: correct
// Bit-fields wider than int compute in their own precision, as in gcc.
extern void __VERIFIER_error(void);
static void check(int c) {
    if (!c) __VERIFIER_error();
}

struct s {
    unsigned long long u : 40;
    signed long long i : 36;
    unsigned long long w : 33;
    unsigned n : 20;
} x;

int main(void) {
    x.u = 0x100;
    check((x.u << 32) == 0);
    check(((unsigned long long)x.u << 32) == 0x10000000000ULL);
    x.u = -1;
    check(x.u == -1);
    check(x.u + 1 == 0);
    check(x.u + 1ULL == 0x10000000000ULL);
    check(~x.u == 0);
    x.u = 1;
    check(-x.u == 0xffffffffffULL);
    check((-x.u >> 39) == 1);
    x.w = 1;
    check((x.w << 32 << 1) == 0);
    check((x.u << 32 << 1) == 0x200000000ULL);
    check(x.w - 2 == 0x1ffffffffULL);
    check(x.w - x.u * 2 == 0xffffffffffULL);
    x.i = -5;
    check(x.i + 3 == -2);
    check(!(x.i < x.u));
    int count = 7;
    long long far = -1;
    x.u = 5;
    count += x.u;
    check(count == 12);
    x.u -= 6;
    check(x.u == 0xffffffffffULL);
    x.u >>= 36;
    check(x.u == 15);
    check(far < x.u);
    check(x.u + far == 14);
    check((x.n ? x.u : -1) == 0xffffffffffULL);
    x.u++;
    x.u *= 2;
    check(x.u == 32);
    x.u /= 3;
    check(x.u == 10);
    x.n = 1;
    check(x.n - 2 < 0);
    return 0;
}
