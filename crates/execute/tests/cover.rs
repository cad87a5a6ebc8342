//! Small programs whose executions are all followed at once: which of them are shown not to fail.

use lariat_execute::{Covered, Limits, cover};
use lariat_lower::LowerOptions;

fn covered(body: &str) -> &'static str {
    let text = format!(
        "var g: int;
         function f(x: int) returns (int);
         procedure twice(n: int) returns (r: int) {{ r := n + n; }}
         procedure main(x: int, b: bool, m: [int]int, n: [int]int) {{
           var i: int; var j: int; var k: [int]int;
           {body}
         }}"
    );
    let options = LowerOptions { keep_loops: true, ..LowerOptions::default() };
    let (lowered, main) = lariat_lower::load("test.bpl", &text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    match cover(&lowered.program, main, &Limits { steps: 50_000, stop: &|| false }).0 {
        Covered::All => "all",
        Covered::Stopped => "stopped",
        Covered::Unsure(_) => "unsure",
    }
}

const BODIES: &[(&str, &str)] = &[
    // What is open does not matter.
    ("i := x; j := 1; assert j == 1;", "all"),
    ("if (b) { i := 1; } else { i := 2; } assert true;", "all"),
    ("if (b) { i := 1; } else { i := 1; } assert i == 1;", "all"),
    ("call j := twice(x); i := 0; while (i < 100) { i := i + 1; } assert i == 100;", "all"),
    ("assume x > 3; i := 5; assert i > 4;", "all"),
    ("if (x > 3) { assume false; assert false; }", "all"),
    // Sides of branches become one where they meet, and if there are many what differs is not known from there on.
    (
        "i := 0; while (i < 150) { if (*) { j := 1; } else { j := 1; } i := i + 1; } assert i == 150;",
        "all",
    ),
    ("i := 0; while (i < 150) { if (*) { j := i; } i := i + 1; } assert i == 150;", "all"),
    (
        "i := 0; j := 0; while (i < 150) { if (*) { j := i; } i := i + 1; } assert j < 150;",
        "unsure",
    ),
    (
        "k := m; k[1] := 5; i := 0; while (i < 99) { if (*) { k[2] := i; } i := i + 1; } assert k[1] == 5;",
        "all",
    ),
    (
        "k := m; k[2] := 5; i := 0; while (i < 99) { if (*) { k[2] := i; } i := i + 1; } assert k[2] == 5;",
        "unsure",
    ),
    ("i := 0; while (i < 150) { if (*) { assume false; } i := i + 1; } assert i == 150;", "all"),
    ("i := 0; while (i < 150) { if (*) { break; } i := i + 1; } assert true;", "unsure"),
    // It does, even where every value would do.
    ("assert x * x >= 0;", "unsure"),
    ("assert x == 0;", "unsure"),
    ("if (b) { i := 1; } else { i := 2; } assert i == 1;", "unsure"),
    ("assume x == 7; assert x == 7;", "unsure"),
    ("assume x > 3; assert x > 2;", "unsure"),
    ("i := f(1); assert i == f(1);", "unsure"),
    ("i := 1; assert i == 2;", "unsure"),
    // Places of maps are known one by one.
    ("k := m; k[1] := 5; assert k[1] == 5;", "all"),
    ("k := m; k[1] := 5; k[2] := x; assert k[1] == 5;", "all"),
    ("k := m; k[1] := 5; k[2] := x; assert k[2] == 5;", "unsure"),
    ("k := m; k[1] := 5; assert k[2] == m[2];", "unsure"),
    ("k := m; k[1] := 5; k[x] := 6; assert k[1] == 5;", "unsure"),
    ("k := m; assert k == m;", "unsure"),
    ("k := m; k[1] := x; assert k == m;", "unsure"),
    ("k := m[1 := 5][2 := x]; assert k[1] == 5;", "all"),
    ("k := m[1 := x]; assert k[1] == m[1];", "unsure"),
    // Executions that do not end do not fail.
    ("i := 0; while (true) { i := 1 - i; } assert false;", "all"),
    ("i := 0; while (true) { i := i + 1; } assert false;", "stopped"),
    ("while (*) { i := 0; } assert true;", "unsure"),
    ("i := 0; while (*) { i := i + 1; } assert i < 5;", "unsure"),
];

#[test]
fn what_is_covered() {
    for (body, expected) in BODIES {
        assert_eq!(covered(body), *expected, "{body}");
    }
}
