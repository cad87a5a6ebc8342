//! Paths made concrete by the solver and replayed in the interpreter.

#[path = "../../program/tests/notation/mod.rs"]
mod notation;

use lariat_budget::Budget;
use lariat_logic::{TermId, Value};
use lariat_program::{BlockId, Frame, ProcId, Program};
use lariat_solver::{Z3Options, Z3Solver};
use lariat_trace::{Concrete, Feasibility, Replay, Trace, concretise, replay_with_trace};
use notation::program;
use std::time::Instant;

fn frame(procedure: u32, visits: &[u32], calls: Vec<Frame>, fails: bool) -> Frame {
    let visits = visits.iter().map(|&b| BlockId(b)).collect();
    Frame { procedure: ProcId(procedure), visits, calls, fails }
}

fn axioms(program: &Program) -> Vec<TermId> {
    program.axioms.iter().map(|a| a.formula).collect()
}

fn feasibility(program: &Program, path: &Frame) -> Feasibility {
    let mut solver = Z3Solver::default();
    concretise(program, path, &axioms(program), &mut solver, &Budget::unlimited()).unwrap()
}

fn concrete(program: &Program, path: &Frame) -> Concrete {
    match feasibility(program, path) {
        Feasibility::Feasible(concrete) => concrete,
        other => panic!("{other:?}"),
    }
}

/// The path is feasible, and its execution is confirmed with nothing taken on trust.
#[track_caller]
fn confirmed(program: &Program, path: &Frame) -> Trace {
    let concrete = concrete(program, path);
    let (replay, trace) = replay_with_trace(program, path, &axioms(program), &concrete);
    match &replay {
        Replay::Confirmed { unevaluated, .. } => assert!(unevaluated.is_empty(), "{replay:?}"),
        Replay::Refuted { .. } => panic!("{replay:?}"),
    }
    trace
}

/// No execution takes the path; the lines of the commands to blame.
#[track_caller]
fn infeasible(program: &Program, path: &Frame) -> Vec<u32> {
    match feasibility(program, path) {
        Feasibility::Infeasible(core) => core
            .iter()
            .map(|at| at.command(program).map_or(0, |c| program.infos[c.info].place.line))
            .collect(),
        other => panic!("{other:?}"),
    }
}

const BRANCH: &str = "
global x int
proc main
  block start
    havoc x
    goto small large
  block small
    assume (< x 10)
    x := (+ x 1)
    goto end
  block large
    assume (<= 10 x)
    goto end
  block end
    assert (not (= x 7))
    return
";

#[test]
fn a_failing_branch() {
    let p = program(BRANCH);
    let trace = confirmed(&p, &frame(0, &[0, 1, 3], vec![], true));
    let failure = trace.failure.unwrap();
    assert_eq!(failure.values[0].name, "x");
    assert_eq!(failure.values[0].value.to_string(), "7");
    assert_eq!(failure.text, "assert (not (= x 7))");
}

#[test]
fn a_returning_branch() {
    let p = program(BRANCH);
    let trace = confirmed(&p, &frame(0, &[0, 2, 3], vec![], false));
    assert_eq!(trace.failure, None);
}

#[test]
fn an_infeasible_branch() {
    let p = program(BRANCH);
    assert_eq!(infeasible(&p, &frame(0, &[0, 2, 3], vec![], true)), [12, 15]);
}

#[test]
fn paths_that_are_none() {
    let p = program(BRANCH);
    let mut solver = Z3Solver::default();
    for path in [
        frame(0, &[], vec![], true),
        frame(0, &[1], vec![], true),
        frame(0, &[0, 3], vec![], true),
        frame(0, &[0, 1], vec![], false),
        frame(0, &[0, 1, 3], vec![frame(0, &[0], vec![], true)], true),
    ] {
        assert!(concretise(&p, &path, &[], &mut solver, &Budget::unlimited()).is_err(), "{path:?}");
    }
}

const CALLS: &str = "
global g int
proc main
  local r int
  block start
    g := 5
    call r := add 2
    assert (= r 7)
    call r := add r
    assert (= r 13)
    call r := add r
    return
proc add
  in a int
  out s int
  ensures (= g (+ (old g) 1))
  block start
    s := (+ a g)
    havoc g
    return
";

#[test]
fn the_second_assertion_after_two_calls() {
    let p = program(CALLS);
    let add = || frame(1, &[0], vec![], false);
    // After the first call nothing fails: 2 + 5 is 7.
    let core = infeasible(&p, &frame(0, &[0], vec![add()], true));
    assert!(core.contains(&8), "{core:?}");
    // Nor after the second: 7 + 6 is 13.
    infeasible(&p, &frame(0, &[0], vec![add(), add()], true));
    let trace = confirmed(&p, &frame(0, &[0], vec![add(), add(), add()], false));
    let last = trace.steps.iter().rev().find(|s| s.kind.name() == "return").unwrap();
    assert_eq!(last.depth, 1);
}

#[test]
fn failure_inside_a_call() {
    let p = program(
        "
global m [int]int
proc main
  local k int
  block start
    havoc k
    m := (store m k 3)
    call check (+ k 1)
    return
proc check
  in i int
  block start
    assume (< 100 i)
    m := (store m (+ i 1) (select m (- i 1)))
    assert (not (= (select m (+ i 1)) (select m i)))
    return
",
    );
    let path = frame(0, &[0], vec![frame(1, &[0], vec![], true)], true);
    let trace = confirmed(&p, &path);
    let failure = trace.failure.unwrap();
    assert_eq!(failure.depth, 1);
    let names: Vec<&str> = failure.values.iter().map(|v| v.name.as_str()).collect();
    assert!(names.iter().filter(|n| n.starts_with("m[")).count() == 2, "{names:?}");
    assert!(failure.values.iter().filter(|v| v.name != "i").all(|v| v.value.to_string() == "3"));
}

#[test]
fn functions_constants_and_axioms() {
    let p = program(
        "
const A S
const B S
const N int
unique A B
function f S int -> int
axiom (= (f A 0) 4)
axiom (< (f B N) 0)
axiom (< 10 N)
proc main
  local s S
  local d int
  block start
    havoc s d
    assume (not (= s A))
    assume (= (f s d) 12)
    assume (= (div d 0) 3)
    assert (not (= (f A (- d d)) (- (f s d) 8)))
    return
",
    );
    confirmed(&p, &frame(0, &[0], vec![], true));
}

#[test]
fn quantified_assumptions_are_listed() {
    let p = program(
        "
global m [int]int
global b [bool]bool
proc main
  block start
    assume (forall i int (<= (select m (* 2 i)) 1))
    assume (forall i bool (= (select b i) i))
    assert (= (select m 3) 1)
    return
",
    );
    let path = frame(0, &[0], vec![], true);
    // Without model-based instantiation the solver only has a candidate.
    let unknown = feasibility(&p, &path);
    assert!(matches!(unknown, Feasibility::Unknown { candidate: Some(_), .. }), "{unknown:?}");
    let mut solver = Z3Solver::new(&Z3Options { mbqi: true, ..Z3Options::default() });
    let found = concretise(&p, &path, &[], &mut solver, &Budget::unlimited()).unwrap();
    let Feasibility::Feasible(concrete) = found else { panic!("{found:?}") };
    let (replay, _) = replay_with_trace(&p, &path, &[], &concrete);
    let Replay::Confirmed { unevaluated, .. } = replay else { panic!("{replay:?}") };
    assert_eq!(unevaluated.len(), 1);
    assert_eq!(unevaluated[0].place.line, 6);
}

#[test]
fn a_wrong_value_is_refuted() {
    let p = program(BRANCH);
    let path = frame(0, &[0, 1, 3], vec![], true);
    let mut concrete = concrete(&p, &path);
    for value in concrete.values.values_mut() {
        *value = Value::int(5);
    }
    let (replay, _) = replay_with_trace(&p, &path, &[], &concrete);
    let Replay::Refuted { why, .. } = replay else { panic!("{replay:?}") };
    assert_eq!(why, "the entry returns and nothing fails");
    for value in concrete.values.values_mut() {
        *value = Value::int(50);
    }
    let (replay, _) = replay_with_trace(&p, &path, &[], &concrete);
    let Replay::Refuted { why, .. } = replay else { panic!("{replay:?}") };
    assert_eq!(why, "the assumption is false");
}

#[test]
fn deep_recursion() {
    let p = program(
        "
global total int
proc main
  local n int
  block start
    total := 0
    havoc n
    call count n
    assert (not (= total 5000))
    return
proc count
  in n int
  local k int
  block start
    goto more done
  block more
    assume (< 0 n)
    havoc k
    assume (and (<= 0 k) (<= k 1))
    total := (+ total k)
    call count (- n 1)
    return
  block done
    assume (= n 0)
    return
",
    );
    let mut path = frame(1, &[0, 2], vec![], false);
    for _ in 0..5000 {
        path = frame(1, &[0, 1], vec![path], false);
    }
    let path = frame(0, &[0], vec![path], true);
    let start = Instant::now();
    let trace = confirmed(&p, &path);
    eprintln!("5,000 calls deep: {:?}", start.elapsed());
    assert_eq!(trace.steps.iter().map(|s| s.depth).max(), Some(5001));
}

/// A straight path of `count` commands that reads and writes a map.
fn long(count: usize) -> (Program, Frame) {
    let mut text = String::from(
        "
global m [int]int
global s int
proc main
  local x int
  block start
    havoc x
    s := 0
",
    );
    for i in 0..count / 4 {
        text.push_str(&format!("    m := (store m {} (+ x {i}))\n", i % 1000));
        text.push_str(&format!("    s := (+ s (select m {}))\n", (i * 7) % 1000));
        text.push_str(&format!("    assume (<= x {})\n", 1000 + i));
        text.push_str("    havoc x\n");
    }
    text.push_str("    assert (not (= s 123456))\n    return\n");
    (program(&text), frame(0, &[0], vec![], true))
}

#[test]
fn long_paths() {
    for count in [1_000, 10_000, 100_000] {
        let (p, path) = long(count);
        let start = Instant::now();
        let concrete = concrete(&p, &path);
        let solved = start.elapsed();
        let (replay, trace) = replay_with_trace(&p, &path, &[], &concrete);
        eprintln!("{count} commands: solved {solved:?}, in all {:?}", start.elapsed());
        assert!(replay.is_confirmed(), "{replay:?}");
        assert!(trace.steps.len() + trace.left_out >= count);
    }
}
