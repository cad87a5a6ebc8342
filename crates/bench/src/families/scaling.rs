//! Families of programs with one parameter each, to see how cost grows with it.
//!
//! The last two are the constructions with which the overview paper shows that the problem is hard:
//! procedures that call the next one several times *in a row*, so that an execution has exponentially
//! many activations. In `diamonds` the calls are alternatives: a tree of instances is as large, but no
//! execution makes both calls.

use std::fmt::Write;

/// A family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Procedures that each call the next.
    Depth,
    /// One procedure that calls another so many times in a row.
    FanOut,
    /// Procedures that each call the next on both branches.
    Diamonds,
    /// Loops one after the other.
    Loops,
    /// Globals that all procedures read and write.
    Globals,
    /// Branches one after the other: exponentially many paths.
    Paths,
    /// A counter of so many bits that runs through all its values (Theorem 3).
    Counter,
    /// A formula instantiated with all tuples of so many constants (Theorem 4).
    Tuples,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 8] = [
        Family::Depth,
        Family::FanOut,
        Family::Diamonds,
        Family::Loops,
        Family::Globals,
        Family::Paths,
        Family::Counter,
        Family::Tuples,
    ];

    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Depth => "depth",
            Family::FanOut => "fan-out",
            Family::Diamonds => "diamonds",
            Family::Loops => "loops",
            Family::Globals => "globals",
            Family::Paths => "paths",
            Family::Counter => "counter",
            Family::Tuples => "tuples",
        }
    }

    /// Sizes to run.
    pub fn sizes(self) -> &'static [usize] {
        match self {
            Family::Depth | Family::FanOut => &[8, 16, 32, 64, 128, 256],
            Family::Diamonds => &[2, 4, 6, 8, 10, 12, 14, 32, 64, 128],
            Family::Loops => &[2, 4, 8, 16, 32, 64],
            Family::Globals => &[8, 16, 32, 64, 128, 192],
            Family::Paths => &[4, 8, 16, 32, 64, 128],
            Family::Counter => &[2, 3, 4, 5, 6, 7, 8, 9, 10],
            Family::Tuples => &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        }
    }

    /// Whether no assertion can fail.
    pub fn is_correct(self) -> bool {
        !matches!(self, Family::Counter | Family::Tuples)
    }

    /// The program of a size.
    pub fn text(self, n: usize) -> String {
        match self {
            Family::Depth => chain(n, |next| format!("call y := {next}(x + 1);")),
            Family::Diamonds => chain(n, |next| {
                format!(
                    "if (x > 0) {{ call y := {next}(x - 1); }} else {{ call y := {next}(x + 1); }}"
                )
            }),
            Family::FanOut => fan_out(n),
            Family::Loops => loops(n),
            Family::Globals => globals(n),
            Family::Paths => paths(n),
            Family::Counter => counter(n),
            Family::Tuples => tuples(n),
        }
    }
}

/// The last procedure of a chain decides that the sum of input and output is right. The bodies branch,
/// so that they are not inlined before the search.
fn chain(n: usize, body: impl Fn(&str) -> String) -> String {
    let mut out = "var t: int;\n".to_owned();
    for i in 0..n {
        let next = format!("p{}", i + 1);
        let _ = writeln!(
            out,
            "procedure p{i}(x: int) returns (y: int) modifies t; {{\n  \
             if (t > x) {{ t := t - 1; }} else {{ t := t + 1; }}\n  {}\n}}",
            body(&next)
        );
    }
    let _ = writeln!(
        out,
        "procedure p{n}(x: int) returns (y: int) modifies t; {{ y := x; t := 0; }}\n\
         procedure {{:entrypoint}} main(x: int) modifies t; {{\n  var y: int;\n  \
         call y := p0(x);\n  assert y <= x + {n};\n}}"
    );
    out
}

fn fan_out(n: usize) -> String {
    let mut out = "var t: int;\n\
        procedure {:inline 0} leaf(x: int) returns (y: int) modifies t; {\n  \
        y := x;\n  if (t > x) { y := x + 1; } else { if (t < x) { t := t + 1; } }\n  \
        if (y > 2 * t) { t := t + y; } else { t := t - y; }\n  \
        if (t > 100) { t := 0; } else { if (t < 0) { t := 1; } }\n}\n\
        procedure {:entrypoint} main(x: int) modifies t; {\n  var y: int;\n  y := x;\n"
        .to_owned();
    for _ in 0..n {
        out.push_str("  call y := leaf(y);\n");
    }
    let _ = writeln!(out, "  assert y >= x;\n  assert y <= x + {n};\n}}");
    out
}

fn loops(n: usize) -> String {
    let mut out =
        "procedure {:entrypoint} main(k: int) {\n  var i, s: int;\n  s := 0;\n".to_owned();
    for _ in 0..n {
        out.push_str("  i := 0;\n  while (i < k) { i := i + 1; s := s + i; }\n");
    }
    out.push_str("  assert s >= 0;\n}\n");
    out
}

fn globals(n: usize) -> String {
    let names: Vec<String> = (0..n).map(|i| format!("g{i}")).collect();
    let all = names.join(", ");
    let mut out = format!("var {all}: int;\n");
    for (i, name) in names.iter().enumerate() {
        let other = &names[(i * 7 + 3) % n];
        let _ = writeln!(
            out,
            "procedure set{i}(x: int) modifies {all}; {{\n  \
             if (x > 0) {{ {name} := x; }} else {{ {name} := -x; }}\n  \
             if ({other} > x) {{ {other} := {other} + 1; }} else {{ {other} := {other} + 2; }}\n}}"
        );
    }
    let _ = writeln!(out, "procedure {{:entrypoint}} main(x: int) modifies {all}; {{");
    for name in &names {
        let _ = writeln!(out, "  {name} := 0;");
    }
    for i in 0..n {
        let _ = writeln!(out, "  call set{i}(x + {i});");
    }
    let _ = writeln!(
        out,
        "  assert {};\n}}",
        names.iter().map(|g| format!("{g} >= 0")).collect::<Vec<_>>().join(" && ")
    );
    out
}

fn paths(n: usize) -> String {
    let mut out =
        "procedure {:entrypoint} main(x: [int]int) {\n  var s: int;\n  s := 0;\n".to_owned();
    for i in 0..n {
        let _ = writeln!(out, "  if (x[{i}] > 0) {{ s := s + 1; }} else {{ s := s + 2; }}");
    }
    let _ = writeln!(out, "  assert s >= {n};\n  assert s <= {};\n}}", 2 * n);
    out
}

/// Each step is an activation of the last procedure; the bad state comes after all others.
fn counter(n: usize) -> String {
    let bits = |name: &str| (0..n).map(|i| format!("{name}{i}")).collect::<Vec<_>>();
    let (x, y) = (bits("x"), bits("y"));
    let declared = |names: &[String]| format!("{}: bool", names.join(", "));
    let mut out = String::new();
    for i in 0..n {
        let call = format!("  call {} := p{}({});\n", y.join(", "), i + 1, y.join(", "));
        let copy: String = x.iter().zip(&y).map(|(x, y)| format!("{y} := {x}; ")).collect();
        let _ = writeln!(
            out,
            "procedure p{i}({}) returns ({}) {{\n  {copy}\n{call}{call}}}",
            declared(&x),
            declared(&y)
        );
    }
    // Adding one: a bit flips if all lower ones are set.
    let mut step = Vec::new();
    for i in 0..n {
        let lower = if i == 0 { "true".into() } else { x[..i].join(" && ") };
        step.push(format!("({} <==> ({} <==> !({lower})))", y[i], x[i]));
    }
    let _ = writeln!(
        out,
        "procedure p{n}({}) returns ({}) {{\n  assert !({});\n  assume {};\n}}",
        declared(&x),
        declared(&y),
        x.join(" && "),
        step.join(" && ")
    );
    let zero: Vec<String> = x.iter().map(|b| format!("!{b}")).collect();
    let _ = writeln!(
        out,
        "procedure {{:entrypoint}} main({}) {{\n  var {};\n  assume {};\n  call {} := p0({});\n}}",
        declared(&x),
        declared(&y),
        zero.join(" && "),
        y.join(", "),
        x.join(", ")
    );
    out
}

/// The formula holds of a relation that is true where the first constant leads and false elsewhere.
fn tuples(n: usize) -> String {
    let v: Vec<String> = (0..n).map(|i| format!("v{i}")).collect();
    let mut out = format!(
        "type S;\nconst a: S;\nconst b: S;\naxiom a != b;\nfunction r({}) returns (bool);\n",
        vec!["S"; n].join(", ")
    );
    for i in 0..n {
        let inputs = match i {
            0 => String::new(),
            _ => format!("{}: S", v[..i].join(", ")),
        };
        let call = |c: &str| {
            let mut args = v[..i].to_vec();
            args.push(c.to_owned());
            format!("  call p{}({});\n", i + 1, args.join(", "))
        };
        let _ = writeln!(out, "procedure p{i}({inputs}) {{\n{}{}}}", call("a"), call("b"));
    }
    let relation = format!("r({})", v.join(", "));
    let _ = writeln!(
        out,
        "procedure p{n}({}: S) {{\n  assume (v0 == a ==> {relation}) && (v0 == b ==> !{relation});\n}}\n\
         procedure {{:entrypoint}} main() {{\n  call p0();\n  assert false;\n}}",
        v.join(", ")
    );
    out
}
