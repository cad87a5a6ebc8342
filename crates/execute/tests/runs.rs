//! Small programs that run: how they end, and that a failing run is an execution of the program in which
//! loops are procedures.

use lariat_execute::{Ended, Limits, Strategy, execute, unroll};
use lariat_logic::TermId;
use lariat_lower::LowerOptions;
use lariat_program::{Frame, ProcId, Program};
use lariat_trace::Replay;

/// The core program, with loops as cycles or as procedures.
fn lower(text: &str, keep_loops: bool) -> (Program, ProcId) {
    let options = LowerOptions { keep_loops, ..LowerOptions::default() };
    let (lowered, main) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    (lowered.program, main)
}

fn run(text: &str, strategy: Strategy, steps: u64) -> Ended {
    let (program, main) = lower(text, true);
    execute(&program, main, strategy, &Limits { steps, stop: &|| false }).0
}

/// How it ends, in a word.
fn ends(text: &str, strategy: Strategy) -> &'static str {
    run(text, strategy, 100_000).word()
}

use Strategy::{Apart, Random, Zero};

/// Bodies of `main(x: int, b: bool, m: [int]int, n: [int]int)` with locals `i` and `j` and a global `g`.
const BODIES: &[(Strategy, &str, &str)] = &[
    // Nothing to choose.
    (Zero, "i := 1; assert i == 1;", "only"),
    (Zero, "i := 1; assert i == 2;", "failed"),
    (Zero, "i := 0; while (i < 1000) { i := i + 1; } assert i == 1000;", "only"),
    (Zero, "i := 0; while (i < 1000) { i := i + 1; } assert i != 1000;", "failed"),
    (Zero, "i := 0; while (true) { i := i + 1; }", "stopped"),
    (
        Zero,
        "i := 0; while (i < 3) { j := 0; while (j < 3) { j := j + 1; } i := i + j; } assert i == 3;",
        "only",
    ),
    (Zero, "i := 1; if (i > 0) { assert i == 1; } else { assert false; }", "only"),
    (Zero, "i := 1; assume i == 2; assert false;", "only"),
    (Zero, "call i := fib(10); assert i == 55;", "only"),
    (Zero, "call i := fib(10); assert i != 55;", "failed"),
    // An input that nobody reads is nothing to choose.
    (Zero, "i := 3; assert i == 3;", "only"),
    // Values are chosen: zero, and what conditions ask for.
    (Zero, "assert x == 0;", "fine"),
    (Zero, "assert x != 0;", "failed"),
    (Zero, "assert !b;", "fine"),
    (Zero, "assume x == 7; assert x != 7;", "failed"),
    (Zero, "assume x > 7; assert x < 0;", "failed"),
    (Zero, "assume x == -7; assert false;", "failed"),
    (Zero, "havoc i; assume i > 100; assert i == 101;", "fine"),
    (Zero, "havoc g; assert g == 0;", "fine"),
    (Zero, "if (*) { assert true; } else { assert false; }", "fine"),
    (Zero, "i := 0; while (*) { i := i + 1; } assert i < 5;", "stopped"),
    (Zero, "i := 0; while (i < x) { i := i + 1; } assert i == 0;", "fine"),
    // Maps that are the same under zeros are apart under the other strategy.
    (Zero, "assert m[1] == n[1];", "fine"),
    (Apart, "assert m[1] == n[1];", "failed"),
    (Apart, "assert m[1] == m[2];", "fine"),
    (Apart, "assert x == 0;", "fine"),
    // With random values something happens sooner or later; these seeds are such.
    (Random(1), "i := 0; while (*) { i := i + 1; } assert i < 0;", "failed"),
    (Random(2), "assume f(1) == f(2); assert f(2) == f(1);", "fine"),
];

fn program(body: &str) -> String {
    format!(
        "var g: int;
         function f(x: int) returns (int);
         procedure fib(n: int) returns (r: int) {{
           var a: int; var c: int;
           if (n < 2) {{ r := n; return; }}
           call a := fib(n - 1); call c := fib(n - 2); r := a + c;
         }}
         procedure main(x: int, b: bool, m: [int]int, n: [int]int) {{
           var i: int; var j: int; {body} }}"
    )
}

#[test]
fn how_runs_end() {
    for (strategy, body, expected) in BODIES {
        assert_eq!(ends(&program(body), *strategy), *expected, "{strategy:?}: {body}");
    }
}

/// A proof is only a run that had nothing to choose, and a run that was cut off says whether it had.
#[test]
fn only_a_closed_run_is_the_only_one() {
    let stopped = |body: &str| match run(&program(body), Zero, 100) {
        Ended::Stopped { open } => open,
        other => panic!("{other:?}"),
    };
    assert!(!stopped("i := 0; while (true) { i := i + 1; }"));
    assert!(stopped("assume x == 0; i := 0; while (true) { i := i + 1; }"));
    for (_, body, expected) in BODIES.iter().filter(|c| c.2 == "only") {
        for strategy in [Apart, Random(5)] {
            assert_eq!(ends(&program(body), strategy), *expected, "{strategy:?}: {body}");
        }
    }
}

#[test]
fn runs_stop_when_told() {
    let text = program("i := 0; while (true) { i := i + 1; }");
    let (program, main) = lower(&text, true);
    let (ended, steps) = execute(&program, main, Zero, &Limits { steps: u64::MAX, stop: &|| true });
    assert_eq!((ended.word(), steps), ("stopped", 0));
}

/// The failing run in the program with loop procedures, replayed there.
fn unrolled(text: &str, strategy: Strategy) -> Option<(Program, Frame)> {
    let (cyclic, main) = lower(text, true);
    let (lowered, _) = lower(text, false);
    let limits = Limits { steps: 100_000, stop: &|| false };
    let (ended, _) = execute(&cyclic, main, strategy, &limits);
    let Ended::Failed(execution) = ended else { panic!("{}: {text}", ended.word()) };
    let found = unroll(&cyclic, &lowered, *execution)?;
    let axioms: Vec<TermId> = lowered.axioms.iter().map(|a| a.formula).collect();
    match lariat_trace::replay(&lowered, &found.path, &axioms, &found.concrete) {
        Replay::Confirmed { fails_at, unevaluated } => {
            assert!(fails_at.is_some() && unevaluated.is_empty(), "{text}");
        }
        Replay::Refuted { at, why } => panic!("at {at:?}: {why}\n{text}"),
    }
    Some((lowered, found.path))
}

/// Activations of loop procedures on a path: how deep they are nested at most.
fn iterations(program: &Program, frame: &Frame) -> usize {
    let own = usize::from(program.procedures[frame.procedure].loop_info.is_some());
    own + frame.calls.iter().map(|c| iterations(program, c)).max().unwrap_or(0)
}

#[test]
fn failing_runs_are_unrolled_and_replayed() {
    for (strategy, body, expected) in BODIES {
        if *expected == "failed" {
            assert!(unrolled(&program(body), *strategy).is_some(), "{body}");
        }
    }
}

/// Loops with the number of nested activations of their procedures: one more than whole iterations.
const LOOPS: &[(&str, usize)] = &[
    ("i := 0; while (i < 5) { i := i + 1; } assert i != 5;", 6),
    ("i := 0; while (i < 5) { i := i + 1; assert i != 3; }", 3),
    ("i := 0; while (i < 0) { i := i + 1; } assert i != 0;", 1),
    // The iteration that breaks off is not a whole one.
    ("i := 0; while (true) { i := i + 1; if (i == 4) { break; } } assert i != 4;", 4),
    (
        "i := 0; while (i < 2) { j := 0; while (j < 3) { j := j + 1; } i := i + 1; } assert i != 2;",
        6,
    ),
    ("i := 0; while (i < 3) { call j := next(i); i := j; } assert i != 3;", 4),
    ("i := 0; while (i < 3) { havoc j; assume j > 2; i := i + 1; } assert j != 3;", 4),
];

#[test]
fn loops_are_cut_into_iterations() {
    for (body, expected) in LOOPS {
        let text = format!(
            "procedure next(x: int) returns (r: int) {{ r := x + 1; }}
             procedure main() {{ var i: int; var j: int; {body} }}"
        );
        let (program, path) = unrolled(&text, Zero).expect("reducible loops");
        assert_eq!(iterations(&program, &path), *expected, "{body}");
    }
}

/// Values that were chosen in the middle of loops and calls are found again where they belong.
#[test]
fn choices_inside_loops_and_calls() {
    let text = "procedure pick(low: int) returns (r: int) { havoc r; assume r == low + 10; }
        procedure main() {
          var i: int; var j: int; var sum: int;
          i := 0; sum := 0;
          while (i < 4) {
            call j := pick(i);
            havoc sum; assume sum > 5;
            i := i + 1;
          }
          assert j != 13;
        }";
    // Chosen values follow literals of conditions, so `r == low + 10` is met for `low == 0` only.
    assert_eq!(ends(text, Zero), "fine");
    let text = text.replace("r == low + 10", "r == 13");
    assert!(unrolled(&text, Zero).is_some());
}

#[test]
fn failures_inside_calls() {
    let text = "var g: int;
        procedure work(x: int) {
          var k: int;
          k := 0;
          while (k < x) { g := g + 1; k := k + 1; assert g != 5; }
        }
        procedure main() { var i: int; g := 0; i := 0; while (i < 3) { i := i + 1; call work(i); } }";
    let (program, path) = unrolled(text, Zero).expect("reducible loops");
    assert!(path.fails && path.calls.last().expect("a call of work").fails);
    // Two activations of the outer loop, and in the second of them, in `work`, two whole iterations.
    assert_eq!(iterations(&program, &path), 5);
}
