//! Random Boogie programs: contracts, `old`, calls, inlining, loops with invariants, maps, bit-vectors and quantifiers, small enough
//! that a solver decides every one of them.

use std::fmt::Write;

/// Procedures of a program.
const PROCEDURES: usize = 20;

/// Numbers that look random (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    fn maybe(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// The text of a program.
pub fn program(seed: u64) -> String {
    let mut r = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..8 {
        r.below(2);
    }
    let mut out = String::from(
        "var g: int;\nvar h: int where h >= 0;\nvar m: [int]int;\nvar v: bv8;\nconst c: int;\naxiom c > 2;\n\
         function f(x: int): int;\naxiom (forall x: int :: {f(x)} f(x) >= 2);\n\
         function {:inline} twice(x: int): int { x + x }\n\
         function {:bvbuiltin \"bvadd\"} add8(a: bv8, b: bv8): bv8;\nfunction {:bvbuiltin \"bvult\"} lt8(a: bv8, b: bv8): bool;\n",
    );
    for n in 0..PROCEDURES {
        procedure(&mut r, n, &mut out);
    }
    out
}

fn procedure(r: &mut Random, n: usize, out: &mut String) {
    let inlined = if r.maybe(15) { "{:inline 1} " } else { "" };
    let _ = writeln!(out, "procedure {inlined}P{n}(x: int, y: int) returns (r: int, s: int)");
    out.push_str("  modifies g, m, v;\n");
    if r.maybe(50) {
        let _ = writeln!(out, "  requires {};", condition(r, 2, State::Before));
    }
    for _ in 0..r.below(3) {
        let _ = writeln!(out, "  ensures {};", condition(r, 2, State::After));
    }
    out.push_str("{\n  var a: int;\n  var b: int where b > 1;\n  var w: bv8;\n");
    statements(r, n, 2, 1, out);
    out.push_str("}\n");
}

fn statements(r: &mut Random, n: usize, depth: u32, indent: usize, out: &mut String) {
    for _ in 0..1 + r.below(4) {
        statement(r, n, depth, indent, out);
    }
}

fn statement(r: &mut Random, n: usize, depth: u32, indent: usize, out: &mut String) {
    let blank = "  ".repeat(indent);
    let target = r.one(&["a", "b", "r", "s", "g"]);
    let _ = match r.below(if depth == 0 { 8 } else { 10 }) {
        0 | 1 => writeln!(out, "{blank}{target} := {};", term(r, 2, State::Inside)),
        2 => writeln!(
            out,
            "{blank}m[{}] := {};",
            term(r, 1, State::Inside),
            term(r, 1, State::Inside)
        ),
        3 => writeln!(out, "{blank}assume {};", condition(r, 1, State::Inside)),
        4 => writeln!(out, "{blank}assert {};", condition(r, 2, State::Inside)),
        5 => writeln!(out, "{blank}havoc {};", r.one(&["a", "b", "g", "m", "r, b", "v"])),
        6 => writeln!(out, "{blank}{} := {};", r.one(&["w", "v"]), bits(r, 2)),
        7 if n > 0 => {
            let callee = r.below(n as u64);
            let (x, y) = (term(r, 1, State::Inside), term(r, 1, State::Inside));
            writeln!(
                out,
                "{blank}call {} := P{callee}({x}, {y});",
                r.one(&["a, r", "r, s", "b, a"])
            )
        }
        8 => {
            let guard = if r.maybe(30) { "*".to_owned() } else { condition(r, 1, State::Inside) };
            let _ = writeln!(out, "{blank}if ({guard}) {{");
            statements(r, n, depth - 1, indent + 1, out);
            let _ = writeln!(out, "{blank}}} else {{");
            if r.maybe(15) {
                let _ = writeln!(out, "{blank}  return;");
            } else {
                statements(r, n, depth - 1, indent + 1, out);
            }
            writeln!(out, "{blank}}}")
        }
        9 => {
            let guard = if r.maybe(30) { "*".to_owned() } else { condition(r, 1, State::Inside) };
            let _ = writeln!(out, "{blank}while ({guard})");
            for _ in 0..r.below(3) {
                let free = if r.maybe(15) { "free " } else { "" };
                let _ =
                    writeln!(out, "{blank}  {free}invariant {};", condition(r, 1, State::Inside));
            }
            let _ = writeln!(out, "{blank}{{");
            statements(r, n, depth - 1, indent + 1, out);
            if r.maybe(20) {
                let _ = writeln!(out, "{blank}  break;");
            }
            writeln!(out, "{blank}}}")
        }
        _ => writeln!(out, "{blank}{target} := {};", term(r, 1, State::Inside)),
    };
}

/// Where an expression stands: in a precondition, a postcondition or a body.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Before,
    After,
    Inside,
}

fn term(r: &mut Random, depth: u32, state: State) -> String {
    let (d, below) = (depth.saturating_sub(1), r.below(if depth == 0 { 3 } else { 9 }));
    let variables: &[&str] = match state {
        State::Before => &["x", "y", "g", "h", "c"],
        State::After => &["x", "y", "g", "h", "c", "r", "s"],
        State::Inside => &["x", "y", "g", "h", "c", "r", "s", "a", "b"],
    };
    match below {
        0 => format!("{}", r.below(7)),
        1 | 2 => r.one(variables).to_owned(),
        3 => format!("({} + {})", term(r, d, state), term(r, d, state)),
        4 => format!("({} - {})", term(r, d, state), term(r, d, state)),
        5 => format!("m[{}]", term(r, d, state)),
        6 => format!("f({})", term(r, d, state)),
        7 if state != State::Before => r.one(&["old(g)", "old(m)[x]", "old(g + x)"]).to_owned(),
        _ => format!("twice({})", term(r, d, state)),
    }
}

fn bits(r: &mut Random, depth: u32) -> String {
    match r.below(if depth == 0 { 2 } else { 4 }) {
        0 => format!("{}bv8", r.below(256)),
        1 => "v".to_owned(),
        _ => format!("add8({}, {})", bits(r, depth - 1), bits(r, depth - 1)),
    }
}

fn condition(r: &mut Random, depth: u32, state: State) -> String {
    let d = depth.saturating_sub(1);
    match r.below(if depth == 0 { 4 } else { 11 }) {
        0..=3 => {
            let operator = r.one(&["<", "<=", "==", "!=", ">", ">="]);
            format!("{} {operator} {}", term(r, depth.min(1), state), term(r, depth.min(1), state))
        }
        4 => format!("({} && {})", condition(r, d, state), condition(r, d, state)),
        5 => format!("({} || {})", condition(r, d, state), condition(r, d, state)),
        6 => format!("({} ==> {})", condition(r, d, state), condition(r, d, state)),
        7 => format!("!({})", condition(r, d, state)),
        8 => format!("lt8({}, {})", bits(r, 1), bits(r, 1)),
        9 if r.maybe(50) => {
            let (low, high) = (r.below(3), 3 + r.below(3));
            format!("(forall i: int :: {low} <= i && i < {high} ==> m[i] >= {})", r.below(3))
        }
        _ => format!(
            "(if {} then {} else {})",
            condition(r, 0, state),
            condition(r, 0, state),
            condition(r, 0, state)
        ),
    }
}
