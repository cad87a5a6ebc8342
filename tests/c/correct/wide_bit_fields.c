// verdict: correct
// Bit-fields wider than int compute in their own precision, as in gcc.
extern void __VERIFIER_error(void);
#define CHECK(c) do { if (!(c)) __VERIFIER_error(); } while (0)

struct s {
    unsigned long long u : 40;
    signed long long i : 36;
    unsigned long long w : 33;
    unsigned n : 20;
} x;

int main(void) {
    x.u = 0x100;
    CHECK((x.u << 32) == 0);
    CHECK(((unsigned long long)x.u << 32) == 0x10000000000ULL);
    x.u = -1;
    CHECK(x.u == -1);
    CHECK(x.u + 1 == 0);
    CHECK(x.u + 1ULL == 0x10000000000ULL);
    CHECK(~x.u == 0);
    x.u = 1;
    CHECK(-x.u == 0xffffffffffULL);
    CHECK((-x.u >> 39) == 1);
    x.w = 1;
    CHECK((x.w << 32 << 1) == 0);
    CHECK((x.u << 32 << 1) == 0x200000000ULL);
    CHECK(x.w - 2 == 0x1ffffffffULL);
    CHECK(x.w - x.u * 2 == 0xffffffffffULL);
    x.i = -5;
    CHECK(x.i + 3 == -2);
    CHECK(!(x.i < x.u));
    int count = 7;
    long long far = -1;
    x.u = 5;
    count += x.u;
    CHECK(count == 12);
    x.u -= 6;
    CHECK(x.u == 0xffffffffffULL);
    x.u >>= 36;
    CHECK(x.u == 15);
    CHECK(far < x.u);
    CHECK(x.u + far == 14);
    CHECK((x.n ? x.u : -1) == 0xffffffffffULL);
    x.u++;
    x.u *= 2;
    CHECK(x.u == 32);
    x.u /= 3;
    CHECK(x.u == 10);
    x.n = 1;
    CHECK(x.n - 2 < 0);
    return 0;
}
