//! What a call passes and gives back.

use crate::lower;
use lariat_vc::Interfaces;

/// The interface of `p` when the program is entered at `main`.
fn interface(text: &str) -> String {
    let (program, main) = lower(text);
    let p = program.procedure_named("p").expect("p");
    let interfaces = Interfaces::new(&program, main);
    let names = |vars: &[lariat_logic::VarId]| {
        let names: Vec<&str> =
            vars.iter().map(|&v| program.terms.variable(v).name.as_str()).collect();
        names.join(" ")
    };
    let of = &interfaces.of[p];
    format!("{} -> {}", names(&of.inputs), names(&of.outputs))
}

const CASES: &[(&str, &str, &str)] = &[
    // What `p` is, what `main` does with it, and what the call passes and gives back.
    ("(x: int) returns (r: int) { r := x; }", "call y := p(1); assume y == 1;", "x -> r"),
    // Nobody asks for the result.
    ("(x: int) returns (r: int) { r := x; }", "call y := p(1);", " -> "),
    ("(x: int) returns (r: int) { r := x; }", "call y := p(1); y := 2; assume y == 2;", " -> "),
    // Nobody looks at the argument.
    ("(x: int) returns (r: int) { r := 3; }", "call y := p(1); assume y == 1;", " -> r"),
    (
        "(x: int) returns (r: int) { var z: int; z := x; r := 3; }",
        "call y := p(1); assume y == 1;",
        " -> r",
    ),
    ("(x: int) { assume x > 0; }", "call p(1);", "x -> "),
    // Globals: read, written, both, and passed through.
    ("() { assume g > 0; }", "call p();", "g -> "),
    ("() { g := 1; }", "call p(); assume g == 1;", " -> g"),
    ("() { g := g + 1; }", "call p(); assume g == 1;", "g -> g"),
    ("() { g := g + 1; }", "call p();", " -> "),
    ("() { g := g + 1; }", "call p(); g := 0; assume g == 0;", " -> "),
    ("() { if (*) { g := 1; } }", "call p(); assume g == 1;", "g -> g"),
    ("() { h := g; }", "call p(); assume h == 1;", "g -> h"),
    ("() { havoc g; }", "call p(); assume g == 1;", " -> g"),
    // Through the calls that it makes.
    ("() { call q(); }", "call p(); assume h == 1;", "g -> h"),
    ("() { g := 0; call q(); }", "call p(); assume h == 1;", " -> h"),
    ("() { call q(); h := 1; }", "call p(); assume h == 1;", " -> h"),
    (
        "(x: int) returns (r: int) { if (*) { call r := p(x); } else { r := x; } }",
        "call y := p(1); assume y == 1;",
        "x -> r",
    ),
    (
        "(x: int) returns (r: int) { if (*) { call r := p(g); } else { r := x; } }",
        "call y := p(1); assume y == 1;",
        "x g -> r",
    ),
    // In parallel each value has its own reasons.
    ("() { g, h := h, g; }", "call p(); assume g == 1;", "h -> g"),
    // What it ensures is assumed by its callers, about before and after.
    (
        "(x: int) returns (r: int); free ensures r > x; implementation p(x: int) returns (r: int) { r := 1; }",
        "call y := p(1);",
        "x -> r",
    ),
    (
        "(); modifies g; free ensures g > old(g); implementation p() { g := 1; }",
        "call p();",
        "g -> g",
    ),
];

#[test]
fn interfaces() {
    for (p, use_of_p, expected) in CASES {
        let text = format!(
            "var g: int; var h: int;
             procedure q() {{ h := g; }}
             procedure p{p}
             procedure main() {{ var y: int; {use_of_p} }}"
        );
        assert_eq!(interface(&text), *expected, "p{p}, main: {use_of_p}");
    }
}

#[test]
fn live_at_the_start_of_blocks() {
    let text = "procedure main(x: int) {
        var y: int; var z: int;
        start: y := x; z := 1; goto left, right;
        left: assume y > 0; goto join;
        right: z := x; goto join;
        join: assume z > 0; return;
      }";
    let (program, main) = lower(text);
    let live = Interfaces::new(&program, main).live_at_block_starts(&program, main);
    let shown: Vec<String> = live
        .iter()
        .map(|vars| {
            let mut names: Vec<&str> =
                vars.iter().map(|&v| program.terms.variable(v).name.as_str()).collect();
            names.sort_unstable();
            names.join(" ")
        })
        .collect();
    assert_eq!(shown, ["x", "y z", "x", "z"]);
}
