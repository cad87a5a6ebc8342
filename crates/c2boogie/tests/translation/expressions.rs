use crate::all_true;

const VARIABLES: &str = "
int i = 5, m = -3, z = 0, big = 2147483647, low = -2147483647 - 1;
unsigned u = 4000000000u, one = 1;
short s = -2; unsigned short us = 65535; char c = -1; unsigned char uc = 255; signed char sc = -128;
long long ll = -5000000000LL; unsigned long long ull = 18446744073709551615ULL;
_Bool yes = 7, no = 0;
enum color { RED, GREEN = 5, BLUE } e = BLUE;
int next(void) { static int n = 0; return ++n; }
int calls;
int touch(int v) { calls++; return v; }
";

#[test]
fn arithmetic() {
    all_true(
        VARIABLES,
        &[
            "i + m == 2",
            "i - m == 8",
            "i * m == -15",
            // Division goes towards zero; the remainder has the sign of the dividend.
            "i / m == -1",
            "i % m == 2",
            "m / 2 == -1",
            "m % 2 == -1",
            "-i == -5",
            "+i == 5",
            "u / 2 == 2000000000",
            "u % 3 == 1",
            // Unsigned arithmetic wraps.
            "u + u == 3705032704u",
            "one - 2 == 4294967295u",
            "-one == 4294967295u",
            "ull + 1 == 0",
            "ll / 3 == -1666666666",
            "ll * 2 == -10000000000LL",
        ],
    );
}

#[test]
fn comparisons() {
    all_true(
        VARIABLES,
        &[
            "m < i",
            "m <= -3",
            "i > 4",
            "i >= 5",
            "i != m",
            "(i == 5) == 1",
            // The unsigned type wins.
            "m > one",
            "u > one",
            "s < us",
            "c < uc",
            "ll < one",
            "(i < m) == 0",
        ],
    );
}

#[test]
fn bits() {
    all_true(
        VARIABLES,
        &[
            "(i & 3) == 1",
            "(i | 2) == 7",
            "(i ^ 1) == 4",
            "~i == -6",
            "~one == 4294967294u",
            "(m & 1) == 1",
            "(i << 2) == 20",
            "(i >> 1) == 2",
            "(m >> 1) == -2",
            "(u >> 31) == 1",
            "(one << 31) == 2147483648u",
            "(us & u) == 10240",
        ],
    );
}

#[test]
fn conversions() {
    all_true(
        VARIABLES,
        &[
            "(unsigned char)300 == 44",
            "(signed char)200 == -56",
            "(char)i == 5",
            "(short)70000 == 4464",
            "(int)u == -294967296",
            "(unsigned)m == 4294967293u",
            "(unsigned short)m == 65533",
            "(long long)u == 4000000000LL",
            "(unsigned long long)m == 18446744073709551613ULL",
            "(int)ll == -705032704",
            // Small types are promoted before anything else.
            "uc + 1 == 256",
            "us + us == 131070",
            "-sc == 128",
            "c == -1",
            "uc == 255",
            "(_Bool)256 == 1",
            "yes == 1",
            "yes + yes == 2",
            "!i == 0",
            "!no == 1",
            "e == 6 && RED == 0 && GREEN == 5",
            "sizeof(int) == 4 && sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8",
            "sizeof(i + ll) == 8",
        ],
    );
}

#[test]
fn sequences_and_side_effects() {
    all_true(
        VARIABLES,
        &[
            "(z && touch(1)) == 0 && calls == 0",
            "(i || touch(1)) == 1 && calls == 0",
            "(i ? 3 : touch(4)) == 3 && calls == 0",
            "(z ? touch(3) : 4) == 4 && calls == 0",
            "(touch(1), 7) == 7 && calls == 1",
            "i++ == 5 && i == 6 && i-- == 6 && i == 5",
            "++i == 6 && --i == 5",
            "(i += 3) == 8 && (i -= 3) == 5",
            "(i *= 2) == 10 && (i /= 2) == 5 && (i %= 3) == 2 && (i = 5) == 5",
            "(uc += 1) == 0 && (uc -= 1) == 255",
            "(i <<= 1) == 10 && (i >>= 1) == 5 && (i |= 8) == 13 && (i &= 7) == 5 && (i ^= 0) == 5",
            "(s = 70000) == 4464 && (s = -2) == -2",
            "next() + next() == 3 && next() == 3",
            "({ int t = i; t * 2; }) == 10",
            "(z ?: 9) == 9 && (i ?: 9) == 5",
            "(calls = 0, touch(3) ?: 9) == 3 && calls == 1 && (touch(0) ?: 9) == 9 && calls == 2",
            "(int){ i } == 5 && ((int){ 3 } += 4) == 7 && *&(int){ 8 } == 8",
        ],
    );
}

#[test]
fn floats() {
    all_true(
        "double d = 0.1, h = 0.5; float f = 0.1f; int n = -7; unsigned u = 4000000000u;
         double zero = 0.0;",
        &[
            "h + h == 1.0",
            "d + 0.2 != 0.3",
            "f != d",
            "(float)d == f",
            "h * 4 == 2",
            "1 / h == 2.0",
            "(int)2.75 == 2 && (int)-2.75 == -2",
            "(double)n == -7.0",
            "(double)u == 4e9",
            "-h < zero",
            "zero == -zero",
            "zero / zero != zero / zero",
            "1 / zero > 1e308",
            "(h > 0 ? h : d) == 0.5",
            "!zero && h",
        ],
    );
}
