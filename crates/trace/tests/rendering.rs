//! Whole programs: exhaustive exploration finds a failing path, the solver makes it concrete, the
//! interpreter replays it, and the trace is rendered.

use expect_test::{Expect, expect};
use lariat_boogie::{CheckOptions, SourceMap, check, parse};
use lariat_logic::TermId;
use lariat_lower::{LowerOptions, lower};
use lariat_program::interpreter::{
    Bounds, Budget, Domains, Goal, Machine, PathObserver, WitnessChoices, explore, run,
};
use lariat_program::{Frame, ProcId, Program};
use lariat_solver::Z3Solver;
use lariat_trace::{
    Detail, Feasibility, Replay, Trace, Unstyled, concretise, render, replay_with_trace,
};

fn boogie(text: &str) -> (Program, ProcId) {
    let sources = SourceMap::single("test.bpl", text).unwrap();
    let parsed = parse(&sources);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let checked = check(&parsed.program, &CheckOptions { infer_modifies: true });
    assert!(checked.is_ok(), "{:?}", checked.diagnostics);
    let lowered = lower(&parsed.program, &checked, &sources, &LowerOptions::default()).unwrap();
    let main = lowered.procedure("main").unwrap();
    (lowered.program, main)
}

/// A failing path within small domains.
fn failing_path(program: &Program, entry: ProcId, bound: u32) -> Frame {
    let domains = Domains { ints: -1..=12, values: 256, ..Domains::default() };
    let found = explore(program, entry, bound, &domains, Budget::default());
    assert!(found.fails, "{found:?}");
    let mut choices = WitnessChoices::new(found.witness.unwrap());
    let mut observer = PathObserver::default();
    let mut machine = Machine::new(program, Goal::Failure, Bounds::None);
    run(&mut machine, entry, &mut choices, &mut observer);
    observer.path.unwrap()
}

fn trace(text: &str, bound: u32) -> Trace {
    let (program, entry) = boogie(text);
    let path = failing_path(&program, entry, bound);
    let axioms: Vec<TermId> = program.axioms.iter().map(|a| a.formula).collect();
    let mut solver = Z3Solver::default();
    let found =
        concretise(&program, &path, &axioms, &mut solver, &lariat_budget::Budget::unlimited())
            .unwrap();
    let Feasibility::Feasible(concrete) = found else { panic!("{found:?}") };
    let (replay, trace) = replay_with_trace(&program, &path, &axioms, &concrete);
    match &replay {
        Replay::Confirmed { unevaluated, .. } => assert!(unevaluated.is_empty(), "{replay:?}"),
        Replay::Refuted { .. } => panic!("{replay:?}"),
    }
    trace
}

#[track_caller]
fn check_text(text: &str, bound: u32, detail: Detail, expected: Expect) {
    expected.assert_eq(&render(&trace(text, bound), detail, &Unstyled));
}

const LOCK: &str = r#"
var held: bool;
procedure acquire() { assert !held; held := true; }
procedure release() { assert held; held := false; }
procedure work(n: int) returns (again: bool)
{
  again := n > 3;
  if (again) { call release(); }
}
procedure main()
{
  var n: int;
  var again: bool;
  held := false;
  n := 3;
  call acquire();
  call again := work(n);
  n := n + 1;
  call again := work(n);
  if (again) { call release(); }
}
"#;

#[test]
fn a_lock_released_twice() {
    check_text(
        LOCK,
        1,
        Detail::Short,
        expect![[r#"
        main starts
          test.bpl:14:3  held := false  ▸ held = false
          test.bpl:15:3  n := 3  ▸ n = 3
          test.bpl:16:3  call acquire()
            test.bpl:3:37  held := true  ▸ held = true
          test.bpl:17:3  call work(n = 3)
            test.bpl:7:3  again := n > 3  ▸ again = false
            test.bpl:8:3  if (again)  ▸ again = false
            test.bpl:5:11  work returns again = false
          test.bpl:18:3  n := n + 1  ▸ n = 4
          test.bpl:19:3  call work(n = 4)
            test.bpl:7:3  again := n > 3  ▸ again = true
            test.bpl:8:3  if (again)  ▸ again = true
            test.bpl:8:16  call release()
              test.bpl:4:36  held := false  ▸ held = false
            test.bpl:5:11  work returns again = true
          test.bpl:20:3  if (again)  ▸ again = true
          test.bpl:20:16  call release()
            test.bpl:4:23  assert held  fails
                held = false
    "#]],
    );
}

#[test]
fn every_step_of_it() {
    check_text(
        LOCK,
        1,
        Detail::Full,
        expect![[r#"
        main starts
          test.bpl:14:3  held := false  ▸ held = false
          test.bpl:15:3  n := 3  ▸ n = 3
          test.bpl:16:3  call acquire()
            test.bpl:3:23  assert !held  ▸ held = false
            test.bpl:3:37  held := true  ▸ held = true
            test.bpl:3:11  acquire returns
          test.bpl:17:3  call work(n = 3)
            test.bpl:7:3  again := n > 3  ▸ again = false
            test.bpl:8:3  goto Else
            test.bpl:8:3  if (again)  ▸ again = false
            test.bpl:5:11  work returns again = false
          test.bpl:18:3  n := n + 1  ▸ n = 4
          test.bpl:19:3  call work(n = 4)
            test.bpl:7:3  again := n > 3  ▸ again = true
            test.bpl:8:3  goto Then
            test.bpl:8:3  if (again)  ▸ again = true
            test.bpl:8:16  call release()
              test.bpl:4:23  assert held  ▸ held = true
              test.bpl:4:36  held := false  ▸ held = false
              test.bpl:4:11  release returns
            test.bpl:5:11  work returns again = true
          test.bpl:20:3  goto Then
          test.bpl:20:3  if (again)  ▸ again = true
          test.bpl:20:16  call release()
            test.bpl:4:23  assert held  fails
                held = false
    "#]],
    );
}

#[test]
fn loops_are_iterations() {
    let text = r#"
var sum: int;
procedure step(i: int) { sum := sum + i; }
procedure main()
{
  var i: int;
  i := 0;
  sum := 0;
  while (i < 9)
  {
    call step(i);
    i := i + 1;
  }
  assert sum != 36;
}
"#;
    check_text(
        text,
        12,
        Detail::Short,
        expect![[r#"
            main starts
              test.bpl:7:3  i := 0  ▸ i = 0
              test.bpl:8:3  sum := 0  ▸ sum = 0
              test.bpl:9:3  loop head, iteration 1
              test.bpl:9:3  while (i < 9)  ▸ i = 0
              test.bpl:11:5  call step(i = 0)
                test.bpl:3:26  sum := sum + i  ▸ sum = 0
              test.bpl:12:5  i := i + 1  ▸ i = 1
              test.bpl:9:3  loop head, iteration 2
              test.bpl:9:3  while (i < 9)  ▸ i = 1
              test.bpl:11:5  call step(i = 1)
                test.bpl:3:26  sum := sum + i  ▸ sum = 1
              test.bpl:12:5  i := i + 1  ▸ i = 2
              … iterations 3 to 8 of loop head …
              test.bpl:9:3  loop head, iteration 9
              test.bpl:9:3  while (i < 9)  ▸ i = 8
              test.bpl:11:5  call step(i = 8)
                test.bpl:3:26  sum := sum + i  ▸ sum = 36
              test.bpl:12:5  i := i + 1  ▸ i = 9
              test.bpl:9:3  while (i < 9)  ▸ i = 9
              test.bpl:14:3  assert sum != 36  fails
                  sum = 36
        "#]],
    );
}

#[test]
fn sources_of_front_ends() {
    let text = r#"
type ref;
const unique null: ref;
const unique self: ref;
var balance: [ref]int;
procedure boogie_si_record_int(x: int);
procedure pay(to: ref, amount: int)
{
  assert {:first} {:sourceFile "bank.sol"} {:sourceLine 7} (true);
  balance[to] := balance[to] + amount;
  assert {:sourceFile "bank.sol"} {:sourceLine 8} (true);
}
procedure main()
{
  var a: int;
  assume {:sourceloc "bank.c", 20, 5} true;
  assume balance[self] == 0 && balance[null] == 1;
  assume a > 3;
  assume {:sourceloc "bank.c", 21, 5} true;
  call {:cexpr "amount"} boogie_si_record_int(a);
  call pay(self, a);
  assume {:print "paid", a, "to", self} true;
  assert {:sourceloc "bank.c", 24, 9} {:msg "nobody is rich"} balance[self] < 5;
}
"#;
    check_text(
        text,
        1,
        Detail::Short,
        expect![[r#"
            main starts with balance = [ref#0 := 0, ref#1 := 1], null = ref#1, self = ref#0
              bank.c:20:5  assume balance[self] == 0 && balance[null] == 1  ▸ balance[ref#0] = 0, self = ref#0, balance[ref#1] = 1, null = ref#1
              bank.c:20:5  assume a > 3  ▸ a = 5
              bank.c:21:5  amount = 5
              bank.c:21:5  call pay(to = ref#0, amount = 5)
                bank.sol:7  balance[to] := balance[to] + amount  ▸ balance[ref#0] = 5
              bank.c:21:5  assume true  prints: paid 5 to ref#0
              bank.c:24:9  assert balance[self] < 5  fails: nobody is rich
                  balance[ref#0] = 5
                  self = ref#0
        "#]],
    );
}
