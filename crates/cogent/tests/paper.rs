//! The examples of the paper's section 3.6, and of the sections before it.

use lariat_cogent::{Arch, Options, PointerComparison, Prover, UnionReads, Verdict};

fn answer_with(options: Options, claim: &str) -> Verdict {
    Prover::new(options).prove(claim).expect(claim).verdict
}

fn answer(claim: &str) -> Verdict {
    answer_with(Options::default(), claim)
}

#[track_caller]
fn valid(claim: &str) {
    assert_eq!(answer(claim), Verdict::Valid, "{claim}");
}

#[track_caller]
fn shown(claim: &str) -> String {
    match answer(claim) {
        Verdict::NotValid(c) => c.to_string(),
        other => panic!("{claim}: {other:?}"),
    }
}

const Q: &str = "struct s { int first, y; } *p, *q; int x;
    p+x!=q || &(p->y) == &((q-x)->y)";

#[test]
fn the_pointer_claim_holds() {
    valid(Q);
    let flat = Options { pointers: PointerComparison::Flat, ..Options::default() };
    assert_eq!(answer_with(flat, Q), Verdict::Valid);
    let small = Options { model: lariat_c::DataModel::Ilp32, ..Options::default() };
    assert_eq!(answer_with(small, Q), Verdict::Valid);
}

#[test]
fn the_pointer_claim_fails_next_to_an_array_that_ends() {
    // With an array in the query, p + x may leave it, and then nothing is known.
    let claim = "struct s { int first, y; } a[4], *p, *q; int x;
        (p == a || p != a) && (p+x!=q || &(p->y) == &((q-x)->y))";
    let text = shown(claim);
    assert!(text.contains("out of bounds"), "{text}");
}

#[test]
fn the_array_claim_has_the_counterexample_two() {
    let text = shown("int a[10]; int *p, *q; int n; !(p==a+2 && q==a+n && p==q)");
    assert!(text.contains("p = &a[2], q = &a[2], n = 2"), "{text}");
    let text = shown("extern int a[]; int *p, *q; int n; !(p==a+2 && q==a+n && p==q)");
    assert_eq!(text, "p = &a[2], q = &a[2], n = 2");
}

#[test]
fn overflow_is_unconstrained_on_signed_types_only() {
    let text = shown("int x; x + 1 > x");
    assert_eq!(text, "x = 2147483647 (x + 1 overflows: undefined, any result is possible)");
    valid("unsigned x; x + 1 > x || x + 1 == 0");
    let wrap = Options { arch: Arch::TwosComplement, ..Options::default() };
    assert_eq!(answer_with(wrap.clone(), "int x; x + 1 - 1 == x"), Verdict::Valid);
    assert!(matches!(answer("int x; x + 1 - 1 == x"), Verdict::NotValid(_)));
    let trap = Options { arch: Arch::Trap, ..Options::default() };
    assert!(matches!(answer_with(trap.clone(), "int x; x + 1 == x + 1"), Verdict::NotValid(_)));
    assert_eq!(answer_with(trap.clone(), "int x; x < 100 && x > -9 ==> x + 1 > x"), Verdict::Valid);
    assert!(matches!(answer_with(trap, "int x; x + 1 > 0 || 1"), Verdict::NotValid(_)));
    // Two results that nobody knows need not be equal.
    assert!(matches!(answer("int x; x + 1 == x + 1"), Verdict::NotValid(_)));
}

#[test]
fn division_truncates_and_is_guarded() {
    valid("int x; x > -100 && x < 0 ==> x / 7 * 7 + x % 7 == x && x % 7 <= 0");
    valid("unsigned x, y; y != 0 ==> x / y * y + x % y == x");
    valid("unsigned x, y; y != 0 ==> x % y < y");
    valid("int x; x != 0 && 1000 / x > 0 ==> x > 0");
    valid("-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1");
    assert!(shown("int x; 1 / x == 0 || x == 1 || x == -1").contains("divides by zero"));
    assert!(shown("int x; x / -1 == -x || x > -9").contains("least number"));
}

#[test]
fn rings() {
    valid("unsigned x, y; (x + y) * (x - y) == x * x - y * y");
    valid("unsigned long x, y, z; x * (y + z) == x * y + x * z");
    valid("unsigned x, y; (x + y) * (x + y) == x * x + 2 * x * y + y * y");
    assert!(matches!(answer("unsigned x; x * x * x == x * x"), Verdict::NotValid(_)));
    assert!(matches!(answer("int x, y; x * y + x == x * (y + 1)"), Verdict::NotValid(_)));
}

#[test]
fn structures_unions_and_arrays() {
    valid("struct s { int a; short b; } s, t; equal(update(s, .a, t.a), s) <==> s.a == t.a");
    valid("struct { int a[3]; } s; int i; 0 <= i && i < 3 ==> update(s, .a[i], 7).a[i] == 7");
    valid("union u { int i; short s; } u; update(u, .s, 3).s == 3");
    let text = shown("union u { int i; short s; } u; update(u, .i, 3).s == 3");
    assert!(text.contains("union member"), "{text}");
    let bytes = Options { unions: UnionReads::Bytes, ..Options::default() };
    let claim = "union u { int i; short s; } u; update(u, .i, 0x10003).s == 3";
    assert_eq!(answer_with(bytes, claim), Verdict::Valid);
    assert!(shown("int a[4]; int i; a[i] == a[i]").contains("out of bounds"));
    valid("int a[4]; unsigned i; a[i % 4] == a[i & 3]");
    valid("struct { unsigned b : 3; int c : 2; } s; s.b < 8 && s.c >= -2 && s.c < 2");
}

#[test]
fn large_arrays_are_functions() {
    valid("int a[100000]; int i, j; i == j && i >= 0 && i < 100000 ==> a[i] == a[j]");
    let text =
        shown("int a[100000]; int i, j; 0 <= i && i < 9 && 0 <= j && j < 9 ==> a[i] == a[j]");
    assert!(text.contains("a["), "{text}");
    valid(
        "struct p { int x, y; }; extern struct p a[]; int i; i > 3 && i < 90 ==> a[i].y == (&a[i])->y",
    );
    valid("int f(int); int x, y; x == y ==> f(x) == f(y)");
    // So many lookups that consistency is added on demand.
    let mut sum = String::from("extern int a[]; int i; 0 <= i && i < 9 ==> ");
    let terms: Vec<String> = (0..60).map(|k| format!("(a[i + {k}] ^ a[{k} + i])")).collect();
    sum.push_str(&format!("({}) == 0", terms.join(" | ")));
    valid(&sum);
}

#[test]
fn pointers() {
    valid("int a[8]; int i; 0 <= i && i <= 8 ==> a + i - a == i");
    valid("int a[8]; int *p; in_bounds(p) && same_object(p, a) ==> p >= a && p < a + 8");
    valid("int x, y; &x != &y");
    valid("int f(int), g(int); f != g && f != 0");
    valid("struct s { char c; int a[3]; } s; (char *)&s.a[1] - (char *)&s == 8");
    valid("int a[4]; *(a + 2) == a[2] && &a[1] + 1 == &a[2]");
    valid("int *p; p != 0 && in_bounds(p) ==> *p == *p");
    assert!(shown("int *p; *p == *p").contains("p = NULL"));
    let text = shown("int a[4], b[4]; a + 4 != b");
    assert!(text.contains("out of bounds"), "{text}");
    assert!(shown("int a[4], b[4]; a < b || b <= a").contains("different objects"));
    assert!(shown("int f(int); (char *)f + 1 == (char *)f + 1").contains("function"));
    valid(
        "struct n { struct n *next; int v; } *p; p && p->next == p && in_bounds(p) ==> p->next->next->v == p->v",
    );
}

#[test]
fn quantifiers() {
    valid("unsigned x; exists (unsigned y) y == x + 1");
    valid("unsigned x; (forall (unsigned y) x <= y) ==> x == 0");
    valid("forall (int x) exists (int y) (x ^ y) == -1");
    valid("exists (unsigned x) forall (unsigned y) (x & y) == y");
    valid("extern int a[]; (forall (int i) 0 <= i && i < 10 ==> a[i] == 0) ==> a[3] == 0");
    assert!(
        shown("extern int a[]; (forall (int i) 0 <= i && i < 10 ==> a[i] == 0) ==> a[11] == 0")
            .contains("a[11]")
    );
    assert_eq!(shown("int x; exists (int y) y > x"), "x = 2147483647");
    valid("_Bool b; (exists (_Bool c) c != b) && !forall (_Bool c) c == b");
    valid("unsigned char c; (forall (unsigned char d) d <= c) <==> c == 255");
}

#[test]
fn answers_say_what_they_do_not_know() {
    assert!(matches!(answer("float f; f == f"), Verdict::Unknown(_)));
    assert!(matches!(answer("int x; (x = 3) == 3"), Verdict::Unknown(_)));
    assert!(Prover::default().prove("int x; x +").is_err());
    assert!(Prover::default().prove("int x; y == x").is_err());
}
