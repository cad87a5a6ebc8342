//! How many iterations loops need, and loops that are abstracted after some.

use expect_test::expect;
use lariat_loops::{Iterations, Limits, abstract_long, estimate, raise_bounds};
use lariat_lower::{LowerOptions, print};
use lariat_program::interpreter::{Budget, Domains, Exhaustive, explore};
use lariat_program::{BlockId, Frame, ProcId, Program};
use lariat_solver::{Z3Options, Z3Solver};
use std::time::Duration;

fn lower(text: &str) -> (Program, ProcId) {
    let options = LowerOptions::default();
    let (lowered, main) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    (lowered.program, main)
}

/// Estimates with enough time: the only place here that knows how a search is run.
fn estimates(program: &Program, entry: ProcId, iterations: u32) -> Vec<(ProcId, Iterations)> {
    let long = Duration::from_secs(60);
    let limits = Limits { iterations, each: long, all: long };
    let mut solver = || Ok(Box::new(Z3Solver::new(&Z3Options::default())) as _);
    estimate(program, entry, limits, &mut solver, &lariat_budget::Budget::unlimited())
        .expect("no error")
}

use Iterations::{AtLeast, Endless, Long};

/// Bodies of `main(n: int)` and the least number of iterations of their loops, looking up to 10.
const LOOPS: &[(&str, &[Iterations])] = &[
    ("i := 0; while (i < 5) { i := i + 1; }", &[AtLeast(5)]),
    ("i := 0; while (i < 6) { i := i + 2; }", &[AtLeast(3)]),
    ("i := 0; while (i < n) { i := i + 1; }", &[AtLeast(1)]),
    ("while (*) { i := i + 1; }", &[AtLeast(1)]),
    ("i := 0; while (i < 10) { i := i + 1; }", &[AtLeast(10)]),
    ("i := 0; while (i < 11) { i := i + 1; }", &[Long]),
    ("i := 0; while (true) { i := i + 1; }", &[Endless]),
    ("i := 0; while (true) { i := i + 1; if (i == 4) { break; } }", &[AtLeast(3)]),
    // What comes before the loop counts, and what callees might do does, too.
    ("i := 3; while (i < 5) { i := i + 1; }", &[AtLeast(2)]),
    ("g := 0; while (g < 5) { call anything(); }", &[AtLeast(1)]),
    // That it is never left is not always seen.
    ("g := 0; while (g < 5) { call anything(); g := 1; }", &[Long]),
    // Assertions are passed.
    ("i := 0; while (i < 4) { assert n > i; i := i + 1; }", &[AtLeast(4)]),
    // Each loop by itself; another one may do anything.
    (
        "i := 0; while (i < 2) { i := i + 1; } i := 0; while (i < 3) { i := i + 1; }",
        &[AtLeast(2), AtLeast(3)],
    ),
    (
        "i := 0; while (i < 2) { j := 0; while (j < 4) { j := j + 1; } i := i + 1; }",
        &[AtLeast(2), AtLeast(4)],
    ),
    ("assert true;", &[]),
];

fn program(body: &str) -> String {
    format!(
        "var g: int;
         procedure anything() {{ g := g + 1; }}
         procedure unused() {{ var k: int; while (k < 3) {{ k := k + 1; }} }}
         procedure main(n: int) {{ var i: int; var j: int; {body} }}"
    )
}

#[test]
fn the_least_number_of_iterations() {
    for (body, expected) in LOOPS {
        let (program, main) = lower(&program(body));
        let mut found: Vec<Iterations> =
            estimates(&program, main, 10).into_iter().map(|e| e.1).collect();
        let mut expected = expected.to_vec();
        // The order of loop procedures is not what this is about.
        let key = |i: &Iterations| format!("{i:?}");
        found.sort_by_key(key);
        expected.sort_by_key(key);
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn bounds_are_raised_where_it_is_needed() {
    let raised = |body: &str| {
        let (mut program, main) = lower(&program(body));
        let found = estimates(&program, main, 10);
        raise_bounds(&mut program, &found);
        let (id, _) = found[0];
        let procedure = &program.procedures[id];
        (procedure.extra_recursion, procedure.needs_recursion, procedure.recursion_bound(2))
    };
    assert_eq!(raised("i := 0; while (i < 5) { i := i + 1; }"), (5, 5, 7));
    // One iteration more or less is no reason, and long loops are for others.
    assert_eq!(raised("while (*) { i := i + 1; }"), (0, 0, 2));
    assert_eq!(raised("i := 0; while (i < 99) { i := i + 1; }"), (0, 0, 2));
}

/// The loop of a program, abstracted after so many iterations.
fn abstracted(text: &str, after: u32) -> (Program, ProcId, lariat_loops::Abstracted) {
    let (mut program, main) = lower(text);
    let id = program
        .procedures
        .ids()
        .find(|&p| program.procedures[p].loop_info.is_some())
        .expect("a loop");
    let abstracted = abstract_long(&mut program, id, after);
    program.validate().expect("a valid program");
    (program, main, abstracted)
}

fn explored(program: &Program, main: ProcId, bound: u32) -> Exhaustive {
    let domains = Domains { ints: 0..=9, ..Domains::default() };
    let found = explore(program, main, bound, &domains, Budget::default());
    assert!(found.complete);
    found
}

#[test]
fn the_text_of_a_loop_that_is_abstracted() {
    let text =
        "procedure main() { var i: int; i := 0; while (i < 9) { i := i + 1; } assert i == 9; }";
    let (program, _, _) = abstracted(text, 2);
    expect![[r#"

        procedure main()
        {
          var i: int;
        entry:
          i := 0;
          goto head;
        head:
          call i := main_loop_head(i, 2);
          goto body, done;
        body:
          assume i < 9;
          i := i + 1;
          assume false;
          return;
        done:
          assume 9 <= i;
          goto after;
        after:
          assert {:item 1} i == 9;
          return;
        }

        procedure {:unwind 3} main_loop_head(i#in: int, iterations.left: int) returns (i: int)
        {
        entry:
          i := i#in;
          goto leave, head, $anything;
        leave:
          return;
        head:
          goto body;
        body:
          assume i < 9;
          i := i + 1;
          goto again;
        again:
          assume 0 < iterations.left;
          call i := main_loop_head(i, iterations.left - 1);
          return;
        $anything:
          assume iterations.left <= 0;
          havoc i;
          return;
        }
    "#]]
    .assert_eq(&print(&program));
}

/// Every execution of the loop is still there, and after the iterations that are made one by one there
/// are others, too.
#[test]
fn abstraction_adds_executions_and_loses_none() {
    let text = |assertion: &str| {
        format!(
            "var h: int;
             procedure main() {{ var i: int; h := 1; i := 0;
               while (i < 5) {{ i := i + 1; }} assert {assertion}; }}"
        )
    };
    for after in [0, 1, 3, 9] {
        let fails = |assertion: &str| {
            let (program, main, _) = abstracted(&text(assertion), after);
            explored(&program, main, 1).fails
        };
        // The real end of the loop is reached.
        assert!(fails("i != 5"), "after {after}");
        // Others only if the loop is cut before its end.
        assert_eq!(fails("i != 7"), after < 5, "after {after}");
        // The exit condition still holds, and what the loop cannot change stays.
        assert!(!fails("i >= 5"), "after {after}");
        assert!(!fails("h == 1"), "after {after}");
    }
}

#[test]
fn paths_that_rely_on_the_abstraction() {
    let text = "procedure main() { var i: int; while (i < 5) { i := i + 1; } }";
    let (_, main, abstracted) = abstracted(text, 2);
    let frame = |procedure, visits: &[u32], calls: Vec<Frame>| {
        let visits = visits.iter().map(|&b| BlockId(b)).collect();
        Frame { procedure, visits, calls, fails: false }
    };
    let inner = |block: u32| frame(abstracted.procedure, &[0, block], Vec::new());
    let through =
        |inner| frame(main, &[0], vec![frame(abstracted.procedure, &[0, 2], vec![inner])]);
    assert!(abstracted.is_on(&through(inner(abstracted.block.0))));
    assert!(!abstracted.is_on(&through(inner(1))));
    // A block of the same number elsewhere does not count.
    assert!(!abstracted.is_on(&frame(main, &[abstracted.block.0], Vec::new())));
}
