//! Hunts find runs that need particular values, and what they find is an execution of the program as lowered: so flat
//! code and the interpreter agree about every operator on the way.

use lariat_execute::{Hunt, unroll};
use lariat_logic::TermId;
use lariat_lower::LowerOptions;
use lariat_program::{ProcId, Program};
use lariat_trace::Replay;
use std::sync::Arc;

/// The core program, with loops as cycles or as procedures.
fn lower(text: &str, keep_loops: bool) -> (Program, ProcId) {
    let options = LowerOptions { keep_loops, ..LowerOptions::default() };
    let (lowered, main) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    (lowered.program, main)
}

/// Whether a hunt of so many runs finds a failing one; it must replay.
fn finds(text: &str, seed: u64, runs: u64) -> bool {
    let (cyclic, main) = lower(text, true);
    let (lowered, _) = lower(text, false);
    let cyclic = Arc::new(cyclic);
    let mut hunt = Hunt::new(Arc::clone(&cyclic), main, seed);
    let Some(execution) = hunt.go_on(&|hunt| hunt.runs() >= runs) else { return false };
    let found = unroll(&cyclic, &lowered, execution).expect("reducible loops");
    let axioms: Vec<TermId> = lowered.axioms.iter().map(|a| a.formula).collect();
    match lariat_trace::replay(&lowered, &found.path, &axioms, &found.concrete) {
        Replay::Confirmed { fails_at, unevaluated } => {
            assert!(fails_at.is_some() && unevaluated.is_empty(), "{text}");
        }
        Replay::Refuted { at, why } => panic!("at {at:?}: {why}\n{text}"),
    }
    true
}

const FUNCTIONS: &str = r#"
    function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8): bv8;
    function {:bvbuiltin "bvult"} ult(a: bv8, b: bv8): bool;
    function {:bvbuiltin "bvult"} ult32(a: bv32, b: bv32): bool;
    function {:bvbuiltin "bvadd"} add32(a: bv32, b: bv32): bv32;
    function f(x: int): int;
    var g: int; var m: [int]int; var bytes: [bv32]bv8;
    procedure pick() returns (r: bv8) { }
    procedure twice(x: int) returns (r: int) { r := x + x; }
"#;

fn program(body: &str) -> String {
    format!(
        "{FUNCTIONS}
         procedure {{:entrypoint}} main(x: int, b: bool) modifies g, m, bytes; {{
           var i: int; var j: int; var c: bv8; var d: bv8; var w: bv32; var n: [int]int; {body} }}"
    )
}

/// Bodies of `main`, and whether some run of them fails.
const BODIES: &[(&str, bool)] = &[
    ("assert x != 1234567;", true),
    ("assert x == x;", false),
    ("i := 0; while (i < 3) { i := i + 1; } assert i == 3;", false),
    ("i := 0; while (i < x) { i := i + 1; assert i != 40; }", true),
    // One value after the other: each shows that it went further.
    (
        "call c := pick(); if (c == 91bv8) { call c := pick(); if (c == 34bv8) { call c := pick(); \
         if (c == 92bv8) { call c := pick(); assert c != 117bv8; } } }",
        true,
    ),
    // A value that the program computes.
    ("havoc w; if (add32(w, 77777bv32) == 123456789bv32) { assert false; }", true),
    ("call i := twice(x); assert i != 84;", true),
    ("call i := twice(x); assert i != 85;", false),
    // What is open stays the same until it is open again.
    ("havoc i; j := i; assert i == j;", false),
    ("havoc i; j := i; havoc i; assert i == j;", true),
    ("assert f(1) == f(1);", false),
    ("assert f(1) == f(2);", true),
    ("assert m[1] == m[1] && n[2] == n[2];", false),
    ("assert m[1] == n[1];", true),
    // A copy of an open map agrees with it, what is written shows.
    ("n := m; assert n[5] == m[5];", false),
    ("n := m; m[5] := 7; assert n[5] == m[5];", true),
    ("n := m[4 := 1][5 := 2]; assert n[4] == 1 && n[5] == 2 && n[6] == m[6];", false),
    ("m := m[4 := m[5]][5 := m[4]]; assert m[4] == m[5];", true),
    ("m := n; n := m; havoc m; assert m[3] == n[3];", true),
    ("i, j := j, i; assert i == j;", true),
    ("i := 1; j := 2; i, j := j, i; assert i == 2 && j == 1;", false),
    ("n := if b then m else n; assert b ==> n[1] == m[1];", false),
    // Ways to go.
    ("i := 0; if (*) { i := 1; } else { if (*) { i := 2; } } assert i != 2;", true),
    ("i := 0; while (*) { i := i + 1; } assert i != 4;", true),
    ("goto A, B, C; A: i := 1; goto D; B: i := 2; goto D; C: i := 3; D: assert i != 3;", true),
    ("if (x > 3) { assert x > 2; } else { assert x <= 3; }", false),
    ("assume x > 10; assume x < 13; assert x != 12;", true),
    // Integers that no word holds have no instruction: such runs say nothing.
    ("i := 4611686018427387904; i := i * i; i := i * i; assert i == 0;", false),
];

#[test]
fn what_hunts_find() {
    for (body, expected) in BODIES {
        let text = program(body);
        let found = [1, 2].map(|seed| finds(&text, seed, 20_000));
        assert_eq!(found, [*expected; 2], "{body}");
    }
}

/// Operators on two bit-vectors, as SMT-LIB calls them, and whether their result is a truth value.
const OPERATORS: &[(&str, bool)] = &[
    ("bvadd", false),
    ("bvsub", false),
    ("bvmul", false),
    ("bvudiv", false),
    ("bvurem", false),
    ("bvsdiv", false),
    ("bvsrem", false),
    ("bvsmod", false),
    ("bvand", false),
    ("bvor", false),
    ("bvxor", false),
    ("bvshl", false),
    ("bvlshr", false),
    ("bvashr", false),
    ("bvult", true),
    ("bvule", true),
    ("bvslt", true),
    ("bvsle", true),
];

/// A failing run depends on what the operator gives for arbitrary operands, and is replayed by the interpreter.
#[test]
fn operators_agree_with_the_interpreter() {
    for width in [1, 7, 32, 33, 64, 128] {
        for (operator, truth) in OPERATORS {
            let (result, test) = match truth {
                true => ("bool".to_owned(), "op(x, y)".to_owned()),
                false => (format!("bv{width}"), "op(x, y) == z || op(op(x, y), z) == y".to_owned()),
            };
            let text = format!(
                "function {{:bvbuiltin \"{operator}\"}} op(a: bv{width}, b: bv{width}): {result};
                 procedure {{:entrypoint}} main(x: bv{width}, y: bv{width}, z: bv{width}) {{
                   if ({test}) {{ assert false; }} else {{ assert x == y && z == y; }} }}"
            );
            for seed in 0..12 {
                assert!(finds(&text, seed, 1_000), "{operator} {width}");
            }
        }
    }
}

#[test]
fn other_operators_agree_with_the_interpreter() {
    let functions = r#"
        function {:bvbuiltin "(_ sign_extend 24)"} wide(a: bv8): bv32;
        function {:bvbuiltin "(_ zero_extend 24)"} natural(a: bv8): bv32;
        function {:bvbuiltin "bvneg"} neg(a: bv8): bv8;
        function {:bvbuiltin "bvnot"} not(a: bv8): bv8;"#;
    let tests = [
        "wide(x) == natural(x)",
        "neg(x) == not(y)",
        "x ++ y == y ++ x",
        "(x ++ y)[12:4] == y",
        "(if x == y then wide(x) else natural(y)) == natural(x)",
        "(i div 7) * 7 + i mod 7 == i && i div -3 == -j",
        "-i < j <==> i <= -j",
    ];
    for test in tests {
        let text = format!(
            "{functions}
             procedure {{:entrypoint}} main(x: bv8, y: bv8, i: int, j: int) {{
               if ({test}) {{ assert x == y && i == j && i == 5; }} else {{ assert false; }} }}"
        );
        for seed in 0..12 {
            assert!(finds(&text, seed, 1_000), "{test}");
        }
    }
}
