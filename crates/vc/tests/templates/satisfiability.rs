use crate::{Calls, Formula, can_return};
use lariat_solver::{Outcome, Solver};

/// Bodies of `main(x: int)` with locals `y`, `z`, `p`, `m` and globals `g`, `h`, and whether an execution
/// gets to the end.
const BODIES: &[(&str, bool)] = &[
    ("", true),
    ("assume x > 0;", true),
    ("assume x > 0; assume x < 1;", false),
    ("assume false;", false),
    // Assignments, one after the other and in parallel.
    ("y := x; y := y + 1; assume y == x;", false),
    ("y := x; y := y + 1; assume y == x + 1;", true),
    ("y, z := 1, 2; y, z := z, y; assume y == 2 && z == 1;", true),
    ("y, z := 1, 2; y, z := z, y; assume y == 1;", false),
    // What has no value yet may have any.
    ("assume y == 5;", true),
    ("y := 1; havoc y; assume y == 2;", true),
    ("havoc y; z := y; assume y != z;", false),
    ("havoc y; z := y; havoc y; assume y != z;", true),
    ("assume g == 1 && h == 2;", true),
    // Joins.
    ("if (*) { y := 1; } else { y := 2; } assume y == 2;", true),
    ("if (*) { y := 1; } else { y := 2; } assume y == 3;", false),
    ("if (x > 0) { y := 1; } else { y := 2; } assume y == 1 && x <= 0;", false),
    ("if (x > 0) { y := 1; } else { y := 2; } assume y == 1 && x > 0;", true),
    ("if (*) { y := 1; } assume y == 7;", true),
    ("y := 3; if (*) { y := 1; } if (*) { y := y + 1; } assume y == 2;", true),
    ("y := 3; if (*) { y := 1; } if (*) { y := y + 1; } assume y == 5;", false),
    ("if (*) { y := 1; z := 1; } else { y := 2; z := 2; } assume y != z;", false),
    ("if (*) { assume false; } assume x == 1;", true),
    ("if (*) { assume x > 0; } else { assume x > 1; } assume x <= 0;", false),
    // The same condition again, and its opposite.
    ("assume p; if (p) { y := 1; } else { y := 2; } assume y == 2;", false),
    ("if (p) { assume !p; } else { assume p; }", false),
    ("if (*) { assume p; } assume !p;", true),
    // Maps.
    ("m[x] := 1; m[y] := 2; assume m[x] == 2 && x != y;", false),
    ("m[x] := 1; m[y] := 2; assume m[x] == 2;", true),
    ("if (*) { m[0] := 1; } else { m[0] := 2; } assume m[0] == 3;", false),
    // Quantifiers keep what they bind to themselves.
    ("y := 1; assume (exists k: int :: k == x && k == y + 1); assume x == 1;", false),
    ("assume (forall i: int :: {f(i)} f(i) < 0); assume f(x) == 3;", false),
    // Axioms and unique constants.
    ("assume N == 4;", true),
    ("assume N == 3;", false),
    ("assume A == B;", false),
    ("assume f(x) == 0;", false),
];

#[test]
fn bodies() {
    for (body, expected) in BODIES {
        let text = format!(
            "var g: int; var h: int;
             const N: int; axiom N > 3;
             const unique A: int; const unique B: int;
             function f(x: int) returns (int); axiom (forall x: int :: {{f(x)}} f(x) > 0);
             procedure main(x: int) {{ var y: int; var z: int; var p: bool; var m: [int]int; {body} }}"
        );
        assert_eq!(can_return(&text, Calls::Inside), *expected, "{body}");
    }
}

/// Bodies of `main` with calls, and whether they get to the end with calls blocked, open and looked into.
const CALLS: &[(&str, bool, bool, bool)] = &[
    ("call y := one();", false, true, true),
    ("call y := one(); assume y == 1;", false, true, true),
    ("call y := one(); assume y == 2;", false, true, false),
    // What it is known to ensure holds although nobody looked.
    ("call y := positive(); assume y == 0;", false, false, false),
    ("call y := positive(); assume y == 5;", false, true, true),
    ("g := 1; call step(); assume g == 1;", false, false, false),
    ("g := 1; call step(); assume g == 2;", false, true, true),
    // What it cannot change stays.
    ("h := 1; call count(); assume h == 2;", false, false, false),
    ("g := 1; call count(); assume g == 7;", false, true, false),
    ("g := 1; call count(); assume g == 2;", false, true, true),
    ("g := 1; call count(); call count(); assume g == 3;", false, true, true),
    ("g := 1; call count(); call count(); assume g == 2;", false, true, false),
    // There is a way around the call.
    ("y := 3; if (*) { call y := one(); } assume y == 3;", true, true, true),
    ("y := 3; if (*) { call y := one(); } assume y == 1;", false, true, true),
    // Arguments.
    ("call y := twice(x); assume y == 7;", false, true, false),
    ("call y := twice(x); assume y == 8;", false, true, true),
    ("call y := twice(x); call y := twice(y); assume y == 6;", false, true, false),
    // Two calls are two executions.
    ("call y := any(); call z := any(); assume y != z;", false, true, true),
    ("call never();", false, true, false),
    ("if (*) { call never(); } else { call y := one(); }", false, true, true),
];

#[test]
fn calls() {
    for (body, blocked, open, inside) in CALLS {
        let text = format!(
            "var g: int; var h: int;
             procedure one() returns (r: int) {{ r := 1; }}
             procedure any() returns (r: int) {{ }}
             procedure twice(x: int) returns (r: int) {{ r := x + x; }}
             procedure count() {{ g := g + 1; }}
             procedure never() {{ assume g != g; }}
             procedure positive() returns (r: int); free ensures r > 0;
             implementation positive() returns (r: int) {{ }}
             procedure step(); modifies g; free ensures g == old(g) + 1;
             implementation step() {{ havoc g; }}
             procedure main(x: int) {{ var y: int; var z: int; {body} }}"
        );
        let expected = [blocked, open, inside];
        for (calls, &&expected) in
            [Calls::Blocked, Calls::Open, Calls::Inside].into_iter().zip(&expected)
        {
            assert_eq!(can_return(&text, calls), expected, "{calls:?}: {body}");
        }
    }
}

/// Blocked calls that stand in the way are in the core.
#[test]
fn the_core_names_the_calls_in_the_way() {
    let text = "procedure a() { } procedure b() { } procedure c() { }
        procedure main(x: int) {
          call a();
          if (x > 0) { call b(); } else { call c(); assume x > 0; }
        }";
    let mut formula = Formula::new(text);
    let instance = formula.entry(Calls::Blocked);
    let blocked = formula.assumptions.clone();
    assert_eq!(formula.check(), Outcome::Unsat);
    let core = formula.solver.unsat_core();
    let name = |i: usize| {
        let callee = instance.template.sites[i].callee;
        formula.templates.program.procedures[callee].name.clone()
    };
    // The guard of the entry comes first.
    let named: Vec<String> =
        (0..instance.sites.len()).filter(|&i| core.contains(&blocked[i + 1])).map(name).collect();
    assert!(named == ["a"] || named == ["b"], "{named:?}");
}
