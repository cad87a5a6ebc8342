//! Programs whose executions are all followed in sets: what is shown, and that what is shown is so.

use lariat_execute::{Covered, Ended, Follow, Limits, Strategy, execute};
use lariat_lower::LowerOptions;
use lariat_program::{ProcId, Program};
use std::cell::Cell;
use std::sync::Arc;

fn lower(text: &str) -> (Program, ProcId) {
    let options = LowerOptions { keep_loops: true, ..LowerOptions::default() };
    let (lowered, main) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    (lowered.program, main)
}

fn followed(text: &str, looks: u32) -> &'static str {
    let (program, main) = lower(text);
    let left = Cell::new(looks);
    let stop = || {
        left.set(left.get().saturating_sub(1));
        left.get() == 0
    };
    match Follow::new(Arc::new(program), main).go_on(&stop) {
        Covered::All => "all",
        Covered::Stopped => "stopped",
        Covered::Unsure(_) => "unsure",
    }
}

const FUNCTIONS: &str = r#"
    function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8): bv8;
    function {:bvbuiltin "bvsub"} sub(a: bv8, b: bv8): bv8;
    function {:bvbuiltin "bvand"} and(a: bv8, b: bv8): bv8;
    function {:bvbuiltin "bvult"} lt(a: bv8, b: bv8): bool;
    function {:bvbuiltin "bvule"} le(a: bv8, b: bv8): bool;
    function {:bvbuiltin "bvult"} lt32(a: bv32, b: bv32): bool;
    function {:bvbuiltin "bvslt"} slt32(a: bv32, b: bv32): bool;
    function {:bvbuiltin "bvadd"} add32(a: bv32, b: bv32): bv32;
    function {:bvbuiltin "(_ zero_extend 24)"} wide(a: bv8): bv32;
    function f(a: bv8): bv8;
    procedure digit(c: bv8) returns (r: bv8) {
      if (le(48bv8, c) && le(c, 57bv8)) { r := sub(c, 48bv8); } else { r := 10bv8; }
    }"#;

/// Bodies of a procedure with inputs of 8 and 32 bits and open maps.
const BODIES: &[(&str, &str)] = &[
    ("if (lt(x, 10bv8)) { i := add(x, 1bv8); } else { i := 5bv8; } assert le(i, 10bv8);", "all"),
    ("if (lt(x, 10bv8)) { i := add(x, 1bv8); } else { i := 5bv8; } assert lt(i, 10bv8);", "unsure"),
    ("call i := digit(x); assert le(i, 10bv8);", "all"),
    ("call i := digit(x); call j := digit(y); assert le(add(i, j), 20bv8);", "all"),
    ("call i := digit(x); call j := digit(y); assert le(add(i, j), 19bv8);", "unsure"),
    ("assume lt(x, 4bv8); m[x] := 1bv8; assert le(m[x], 1bv8);", "all"),
    ("assume lt(x, 4bv8); k := m[x := 7bv8]; assert k[x] == 7bv8;", "all"),
    ("assume lt(x, 4bv8); k := m[x := 7bv8]; assert k[0bv8] == 7bv8;", "unsure"),
    // What is read from open memory stays the same.
    ("i := m[x]; assert true;", "all"),
    ("assume x == 3bv8; i := m[x]; j := m[3bv8]; assert i == j;", "all"),
    ("i := m[1bv8]; if (i == 7bv8) { assert m[1bv8] == 7bv8; }", "all"),
    ("k := m; m[1bv8] := 7bv8; if (k[1bv8] == 7bv8) { assert m[1bv8] == k[1bv8]; }", "all"),
    ("havoc m; k := m; havoc m; assert m[1bv8] == k[1bv8];", "unsure"),
    // Loops whose ends depend on inputs.
    ("i := 0bv8; while (lt(i, x)) { i := add(i, 1bv8); } assert le(i, x);", "all"),
    ("i := 0bv8; while (i != x) { i := add(i, 1bv8); } assert i == x;", "all"),
    (
        "i := 0bv8; while (lt(i, 9bv8) && m[i] != 0bv8) { i := add(i, 1bv8); } assert le(i, 9bv8);",
        "all",
    ),
    (
        "i := 0bv8; while (lt(i, 40bv8)) { if (m[i] == 34bv8) { j := 1bv8; } else { if (m[i] == 92bv8) \
         { j := 2bv8; } else { j := 1bv8; } } i := add(i, 1bv8); } assert i == 40bv8;",
        "all",
    ),
    ("while (x != 0bv8) { havoc x2; if (x2 == 1bv8) { break; } } assert true;", "stopped"),
    // Wide inputs are cut where they are compared.
    ("if (lt32(n, 6bv32)) { assert lt32(add32(n, n), 11bv32); }", "all"),
    ("if (lt32(n, 7bv32)) { assert lt32(add32(n, n), 11bv32); }", "unsure"),
    ("if (lt32(n, 1000bv32)) { assert lt32(n, 1001bv32); assert slt32(n, 1001bv32); }", "all"),
    ("if (slt32(n, 1000bv32)) { assert lt32(n, 1001bv32); }", "unsure"),
    ("if (slt32(n, 0bv32)) { assert lt32(2147483647bv32, n); }", "all"),
    (
        "if (n == 70000bv32) { assert add32(n, 1bv32) == 70001bv32; } else { assert n != 70000bv32; }",
        "all",
    ),
    ("if (!lt32(n, 6bv32)) { assert lt32(5bv32, n); }", "all"),
    ("if (lt32(5bv32, n) && lt32(n, 8bv32)) { assert n == 6bv32 || n == 7bv32; }", "all"),
    ("if (lt32(5bv32, n) && lt32(n, 9bv32)) { assert n == 6bv32 || n == 7bv32; }", "unsure"),
    // Of several inputs only bounds are known.
    ("assume lt(x, 10bv8); assume lt(y, 10bv8); assert le(add(x, y), 18bv8);", "all"),
    ("assert add(x, y) == add(y, x);", "unsure"),
    ("i := and(add(x, y), 7bv8); assert lt(i, 8bv8);", "all"),
    ("if (add(x, y) == 3bv8) { i := 1bv8; } else { i := 2bv8; } assert le(i, 2bv8);", "all"),
    ("i := f(x); assert and(i, 1bv8) != 2bv8;", "all"),
    ("assert false;", "unsure"),
    ("assume x != x; assert false;", "all"),
];

#[test]
fn what_is_shown() {
    for (body, expected) in BODIES {
        let text = format!(
            "{FUNCTIONS} var m: [bv8]bv8;
             procedure {{:entrypoint}} main(x: bv8, y: bv8, n: bv32) modifies m; {{
               var i: bv8; var j: bv8; var x2: bv8; var k: [bv8]bv8; {body} }}"
        );
        assert_eq!(followed(&text, 4_000), *expected, "{body}");
    }
}

/// A stream of numbers: SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end
    }

    fn one_of(&mut self, list: &[&str]) -> String {
        list[self.below(list.len() as u64) as usize].to_owned()
    }

    fn term(&mut self, depth: u32) -> String {
        if depth == 0 || self.below(4) == 0 {
            return match self.below(3) {
                0 => format!("{}bv3", self.below(8)),
                _ => self.one_of(&["a", "b", "c", "d"]),
            };
        }
        let (x, y) = (self.term(depth - 1), self.term(depth - 1));
        match self.below(4) {
            0 => format!("m[{x}]"),
            1 => format!("(if {} then {x} else {y})", self.condition(depth - 1)),
            _ => format!(
                "{}({x}, {y})",
                self.one_of(&["add", "sub", "mul", "and", "or", "shl", "udiv"])
            ),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let (x, y) = (self.term(depth), self.term(depth));
        match self.below(3) {
            0 => format!("{x} == {y}"),
            _ => format!("{}({x}, {y})", self.one_of(&["ult", "ule", "slt", "sle"])),
        }
    }

    fn statements(&mut self, depth: u32, count: u64) -> String {
        (0..=self.below(count)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => format!("{} := {};\n", self.one_of(&["a", "b", "c", "d"]), self.term(2)),
            2 => format!("m[{}] := {};\n", self.term(1), self.term(1)),
            3 => format!("call {} := work({});\n", self.one_of(&["a", "d"]), self.term(1)),
            4 | 5 => format!(
                "if ({}) {{ {} }} else {{ {} }}\n",
                self.condition(1),
                self.statements(depth - 1, 2),
                self.statements(depth - 1, 2)
            ),
            6 => format!(
                "i := 0bv3; while (ult(i, {}bv3)) {{ i := add(i, 1bv3); {} }}\n",
                1 + self.below(3),
                // The loop inside would share the counter.
                self.statements(0, 2)
            ),
            _ => format!("assume {};\n", self.condition(1)),
        }
    }
}

const OPERATORS: &str = r#"
    function {:bvbuiltin "bvadd"} add(a: bv3, b: bv3): bv3;
    function {:bvbuiltin "bvsub"} sub(a: bv3, b: bv3): bv3;
    function {:bvbuiltin "bvmul"} mul(a: bv3, b: bv3): bv3;
    function {:bvbuiltin "bvand"} and(a: bv3, b: bv3): bv3;
    function {:bvbuiltin "bvor"} or(a: bv3, b: bv3): bv3;
    function {:bvbuiltin "bvshl"} shl(a: bv3, b: bv3): bv3;
    function {:bvbuiltin "bvudiv"} udiv(a: bv3, b: bv3): bv3;
    function {:bvbuiltin "bvult"} ult(a: bv3, b: bv3): bool;
    function {:bvbuiltin "bvule"} ule(a: bv3, b: bv3): bool;
    function {:bvbuiltin "bvslt"} slt(a: bv3, b: bv3): bool;
    function {:bvbuiltin "bvsle"} sle(a: bv3, b: bv3): bool;
    var m: [bv3]bv3;
    procedure work(x: bv3) returns (r: bv3) modifies m; {
      if (ult(x, 3bv3)) { r := m[x]; } else { r := sub(x, 3bv3); m[r] := x; }
    }"#;

/// Random programs with three inputs of three bits: if all executions were followed without a failure, none of the 512
/// fails in the interpreter.
#[test]
fn what_is_shown_is_so() {
    let (mut shown, mut failing) = (0, 0);
    for seed in 0..400 {
        let mut numbers = Numbers(seed);
        let body = numbers.statements(2, 6);
        let assertion = numbers.condition(1);
        let program = |inputs: &str| {
            format!(
                "{OPERATORS} procedure {{:entrypoint}} main() modifies m; {{
                   var a: bv3; var b: bv3; var c: bv3; var d: bv3; var i: bv3;
                   d := 1bv3; i := 0bv3; {inputs}
                   m[0bv3] := 0bv3; m[1bv3] := b; m[2bv3] := 2bv3; m[3bv3] := 5bv3;
                   m[4bv3] := 0bv3; m[5bv3] := c; m[6bv3] := 1bv3; m[7bv3] := 7bv3;
                   {body}
                   assert {assertion}; }}"
            )
        };
        // Half of the programs say what their assertion needs.
        let text = program("havoc a; havoc b; havoc c;");
        if followed(&text, 200) != "all" {
            failing += 1;
            continue;
        }
        shown += 1;
        for n in 0..512 {
            let (a, b, c) = (n % 8, n / 8 % 8, n / 64);
            let text = program(&format!("a := {a}bv3; b := {b}bv3; c := {c}bv3;"));
            let (program, main) = lower(&text);
            let limits = Limits { steps: 10_000, stop: &|| false };
            let (ended, _) = execute(&program, main, Strategy::Zero, &limits);
            assert!(matches!(ended, Ended::Only | Ended::Fine), "{}: {text}", ended.word());
        }
    }
    assert!(shown >= 20 && failing >= 20, "{shown} shown, {failing} not");
}
