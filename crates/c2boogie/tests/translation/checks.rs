//! What goes wrong fails if it is checked, and only then.

use crate::{WAYS, ends, options};
use lariat_c2boogie::{Allocation, Check, Checks, Options, Rules};

/// A check, a body of `main` in which it fails, and one that is just within what is allowed.
const CASES: &[(Check, &str, &str)] = &[
    (Check::Assertion, "__VERIFIER_error();", "if (zero) __VERIFIER_error();"),
    (Check::Null, "int *p = 0; return *p;", "int *p = &zero; return *p;"),
    (
        Check::Null,
        "struct s { int a, b; } *p = 0; return p->b;",
        "struct s { int a, b; } *p = 0; return &p->b != 0;",
    ),
    (Check::Bounds, "int a[3] = {0}; return a[3 + zero];", "int a[3] = {0}; return a[2 + zero];"),
    (
        Check::Bounds,
        "int a[3] = {0}; return a[zero - 1];",
        "int a[3] = {0}; int *p = a + 3; return p[-1];",
    ),
    (
        Check::Bounds,
        "char *h = malloc(2); h[2 + zero] = 1;",
        "char *h = malloc(2); h[1 + zero] = 1;",
    ),
    (
        Check::Bounds,
        "short *h = malloc(3); h[1 + zero] = 1;",
        "short *h = malloc(4); h[1 + zero] = 1;",
    ),
    (
        Check::Lifetime,
        "int *h = malloc(4); free(h); return *h;",
        "int *h = malloc(4); *h = 1; int r = *h; free(h); return r;",
    ),
    (
        Check::Lifetime,
        "int *p; { int x = 1; p = &x; } return *p;",
        "int *p; int x = 1; { p = &x; } return *p;",
    ),
    (Check::Free, "int *h = malloc(8); free(h + 1);", "int *h = malloc(8); free(h);"),
    (Check::Free, "int x; free(&x);", "free(0);"),
    (
        Check::Free,
        "int *h = malloc(4); free(h); free(h);",
        "int *h = malloc(4); free(h); h = malloc(4); free(h);",
    ),
    (Check::Leak, "malloc(4);", "free(malloc(4));"),
    (Check::Leak, "kept = malloc(4);", "kept = malloc(4); free(kept);"),
    (Check::Lost, "malloc(4);", "free(malloc(4));"),
    (Check::DivisionByZero, "return 1 / zero;", "return zero / 1;"),
    (Check::DivisionByZero, "return 1 % zero;", "return 1 % (zero + 1);"),
    (Check::DivisionByZero, "int x = 1; x /= zero;", "int x = 1; x /= 1 + zero;"),
    (Check::Overflow, "return big + 1;", "return big + zero;"),
    (Check::Overflow, "return -big - 2;", "return -big - 1;"),
    (Check::Overflow, "return big * 2;", "return big * -1;"),
    (Check::Overflow, "int low = -big - 1; return -low;", "return -big;"),
    (
        Check::Overflow,
        "int low = -big - 1; return low / (zero - 1);",
        "int low = -big - 1; return low / 1;",
    ),
    (Check::Overflow, "big++;", "big--;"),
    (Check::Overflow, "return big + 1;", "unsigned u = big; u += big; u += 5; return u == 3;"),
    (Check::Shift, "return 1 << (32 + zero);", "return 1 << (31 + zero) != 0;"),
    (Check::Shift, "return 1 >> (zero - 1);", "return 1 >> zero;"),
    (Check::Uninitialised, "int x; return x;", "int x = zero; return x;"),
    (
        Check::Uninitialised,
        "int x; if (zero) x = 1; return x;",
        "int x; if (!zero) x = 1; return x;",
    ),
];

fn program(body: &str) -> String {
    format!("int zero, big = 2147483647; void *kept;\nint main(void) {{ {body} return 0; }}")
}

fn checking(check: Check) -> Options {
    Options { checks: Checks::of(&[check]), ..options(WAYS[0]) }
}

#[test]
fn each_check_fails_where_it_should_and_not_next_to_it() {
    for (check, bad, good) in CASES {
        assert_eq!(ends(&program(bad), &checking(*check)), "failed", "{check:?}: {bad}");
        let end = ends(&program(good), &checking(*check));
        assert!(end == "only" || end == "fine", "{check:?}: {good} is {end}");
    }
    // Every check has a case, but for what rules say: programs do not call what reports that.
    let of_programs = |check: &Check| check.is_of_c() && *check != Check::Rule;
    for check in Check::ALL.into_iter().filter(of_programs) {
        assert!(CASES.iter().any(|c| c.0 == check), "{check:?}");
    }
}

#[test]
fn what_is_not_checked_does_not_fail() {
    for (check, bad, _) in CASES {
        // A shift without a meaning in C has no verdict, unless rules say what it is.
        let rules = (*check == Check::Shift).then_some(Rules::SvComp);
        let none = Options { checks: Checks::NONE, rules, ..options(WAYS[0]) };
        assert_ne!(ends(&program(bad), &none), "failed", "{check:?}: {bad}");
    }
}

/// What is not freed is counted, so executions that free what they should not end there.
#[test]
fn what_leaks_need_is_taken_to_hold() {
    let text = program("char *p = malloc(1); free(p); free(p); __VERIFIER_error();");
    let with = |checks: &[Check]| Options {
        checks: Checks::of(checks),
        allocation: Some(Allocation::NeverFails),
        ..options(WAYS[0])
    };
    assert_eq!(ends(&text, &with(&[Check::Assertion])), "failed");
    assert_ne!(ends(&text, &with(&[Check::Assertion, Check::Leak])), "failed");
}

#[test]
fn sets_of_checks() {
    let some = Checks::of(&[Check::Null, Check::Leak]);
    assert!(some.has(Check::Leak) && !some.has(Check::Lost));
    assert!(some.any(&[Check::Lost, Check::Null]) && !some.any(&[Check::Lost]));
    assert!(some.without(some).is_empty());
    assert_eq!(some.with(Checks::NONE), some);
    assert!(Check::ALL.iter().all(|&c| Checks::ALL.has(c) && !Checks::NONE.has(c)));
    assert!(Checks::ALL.without(some).with(some) == Checks::ALL);
}
