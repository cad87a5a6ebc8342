use crate::{WAYS, ends, holds, options};

/// Bodies of a function `f` of one argument, with arguments and results.
const FUNCTIONS: &[(&str, &[(i32, i32)])] = &[
    ("int r = 0; if (n > 0) r = 1; return r;", &[(1, 1), (0, 0), (-1, 0)]),
    ("if (n > 0) return 1; else if (n == 0) return 2; else return 3;", &[(5, 1), (0, 2), (-5, 3)]),
    ("int r = 1; while (n > 1) r *= n--; return r;", &[(5, 120), (0, 1)]),
    ("int r = 0; do r++; while (r < n); return r;", &[(3, 3), (0, 1)]),
    (
        "int r = 0; for (int k = 0; k < n; k++) { if (k == 2) continue; if (k == 5) break; r += k; } return r;",
        &[(3, 1), (4, 4), (9, 8)],
    ),
    ("int r = 0; for (;;) { if (r >= n) break; r += 2; } return r;", &[(3, 4), (0, 0)]),
    (
        "switch (n) { case 1: return 10; case 2: case 3: return 20; default: return 30; }",
        &[(1, 10), (2, 20), (3, 20), (4, 30)],
    ),
    (
        "int r = 0; switch (n) { case 1: r += 1; case 2: r += 2; break; case 3: r += 4; } return r;",
        &[(1, 3), (2, 2), (3, 4), (4, 0)],
    ),
    (
        "int r = 0; switch (n) { default: r = 1; break; case -1: r = 2; } return r;",
        &[(-1, 2), (7, 1)],
    ),
    ("switch (n) { case 10 ... 20: return 1; } return 0;", &[(10, 1), (15, 1), (20, 1), (21, 0)]),
    // A switch around a loop: into its middle and back.
    (
        "int r = 0; switch (n & 1) { case 0: do { r++; case 1: r += 10; } while (r < 15); } return r;",
        &[(0, 22), (1, 21)],
    ),
    ("int r = 0; again: r++; if (r < n) goto again; return r;", &[(4, 4), (0, 1)]),
    ("if (n) goto end; n = 7; end: return n;", &[(3, 3), (0, 7)]),
    (
        "int r = 0; for (int k = 0; k < n; k++) for (int j = 0; j < k; j++) { if (j == 2) break; r++; } return r;",
        &[(4, 5)],
    ),
    ("{ int n = 3; n++; } return n;", &[(1, 1)]),
    ("static int total; total += n; return total > 2;", &[(1, 0), (1, 0), (1, 1)]),
    ("return n <= 1 ? 1 : n * f(n - 1);", &[(4, 24)]),
    ("int a[n + 1]; for (int k = 0; k <= n; k++) a[k] = k * k; return a[n];", &[(3, 9), (0, 0)]),
    ("int r = 0, *p = &r; *p = n; return r;", &[(8, 8)]),
    ("int (*g)(int) = n > 2 ? f : 0; return g ? g(n - 3) + 1 : 0;", &[(2, 0), (3, 1), (6, 2)]),
];

/// Calls `f` in turn and compares.
fn program(body: &str, calls: &[(i32, i32)], off: i32) -> String {
    let tests: String = calls
        .iter()
        .map(|(n, r)| format!("  if (f({n}) != {}) __VERIFIER_error();\n", r + off))
        .collect();
    format!("int f(int n) {{ {body} }}\nint main(void) {{\n{tests}  return 0;\n}}\n")
}

#[test]
fn functions() {
    for (body, calls) in FUNCTIONS {
        for way in WAYS {
            assert!(holds(&program(body, calls, 0), &options(way)), "{way:?}: {body}");
        }
        assert_eq!(ends(&program(body, calls, 1), &options(WAYS[0])), "failed", "{body}");
    }
}

#[test]
fn the_end_of_the_program() {
    for (text, expected) in [
        ("int main(void) { return 0; }", "only"),
        ("void exit(int); int main(void) { exit(0); __VERIFIER_error(); }", "only"),
        ("void abort(void); int main(void) { abort(); __VERIFIER_error(); }", "only"),
        (
            "void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); __VERIFIER_error(); }",
            "only",
        ),
        (
            "void __assert_fail(const char *, const char *, unsigned, const char *);
          int main(void) { __assert_fail(\"x\", \"f\", 1, \"main\"); }",
            "failed",
        ),
        ("int main(void) { __VERIFIER_error(); }", "failed"),
        (
            "int __VERIFIER_nondet_int(void); int main(void) { if (__VERIFIER_nondet_int()) __VERIFIER_error(); }",
            "fine",
        ),
        (
            "int __VERIFIER_nondet_int(void); int main(void) { if (!__VERIFIER_nondet_int()) __VERIFIER_error(); }",
            "failed",
        ),
        ("int main(void) { for (;;) ; }", "stopped"),
    ] {
        assert_eq!(ends(text, &options(WAYS[0])), expected, "{text}");
    }
}
