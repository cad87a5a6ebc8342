//! Every command in the interpreter, and exhaustive exploration on programs whose behaviours are
//! known.

mod notation;

use lariat_logic::Value;
use lariat_program::interpreter::{
    At, Bounds, Budget, Choices, Domains, End, Exhaustive, Goal, Machine, PathObserver, Run,
    Unknown, Why, WitnessChoices, explore, run,
};
use lariat_program::{BlockId, ProcId, Program};
use notation::program;

const MAIN: ProcId = ProcId(0);

/// Takes the first block always, and these values in order.
struct Script(Vec<Value>);

impl Choices for Script {
    fn decide(&mut self, _: &Program, _: &Unknown) -> Option<Value> {
        if self.0.is_empty() { None } else { Some(self.0.remove(0)) }
    }
    fn successor(&mut self, _: At, targets: &[BlockId]) -> Option<BlockId> {
        targets.first().copied()
    }
}

fn execute(text: &str, values: &[i64]) -> (Program, End) {
    let p = program(text);
    let values = values.iter().map(|&v| Value::int(v)).collect();
    let end = Run::of(&p, MAIN, Goal::Failure, &mut Script(values)).end;
    (p, end)
}

/// The line of the command at which the execution fails.
#[track_caller]
fn fails(text: &str, values: &[i64]) -> u32 {
    match execute(text, values) {
        (p, End::Failed(at)) => p.infos[at.command(&p).unwrap().info].place.line,
        (_, other) => panic!("{other:?}"),
    }
}

#[track_caller]
fn returns(text: &str, values: &[i64]) {
    assert_eq!(execute(text, values).1, End::Returned);
}

#[test]
fn assignment_is_parallel() {
    returns(
        "global x int
        global y int
        proc main
          block b
            x := 1
            y := 2
            x y := y (+ x y)
            assert (= x 2)
            assert (= y 3)
            return",
        &[],
    );
}

#[test]
fn parallel_map_updates_read_the_old_maps() {
    returns(
        "proc main
          local a [int]int
          local b [int]int
          block b
            a := (lambda i int 0)
            a := (store (store (store a 0 1) 1 2) 2 5)
            b := a
            a b := (store a 0 (select b 1)) (store b 1 (select a 0))
            assert (and (= (select a 0) 2) (= (select a 1) 2))
            assert (and (= (select b 0) 1) (= (select b 1) 1))
            assert (= (select a 2) 5)
            a := (store (store a 0 7) 0 8)
            assert (= (select a 0) 8)
            return",
        &[],
    );
}

#[test]
fn arbitrary_values_are_asked_for_when_read() {
    let text = "global x int
        proc main
          local never int
          block b
            havoc x
            havoc x
            assert (= x 4)
            havoc x
            assert (= x 5)
            return";
    returns(text, &[4, 5]);
    assert_eq!(fails(text, &[4, 4]), 9);
    assert_eq!(fails(text, &[1, 4]), 7);
}

#[test]
fn calls_pass_values_and_contracts_hold_at_return() {
    let text = "global g int
        proc main
          local a int
          local b int
          block b
            g := 1
            call a b := two 5 6
            assert (and (= a 6) (= b 5))
            assert (= g 4)
            return
        proc two
          in x int
          in y int
          out r int
          out s int
          ensures (= g (+ (old g) 3))
          block b
            r s := y x
            havoc g
            return";
    returns(text, &[4]);
    let (_, end) = execute(text, &[7]);
    assert!(matches!(end, End::Blocked { why: Why::Ensures(0), .. }), "{end:?}");
}

#[test]
fn conditions_need_no_value_that_does_not_matter() {
    let text = "proc main
          local x int
          local y int
          block b
            x := 0
            assume (=> (not (= x 0)) (= (div y x) 3))
            assume (or (= x 0) (forall i int (= (* i i) 2)))
            assert (not (and (forall i int (= (* i i) 2)) (= x 1)))
            assert (= (ite (= x 0) 1 (div 1 x)) 1)
            return";
    returns(text, &[]);
}

#[test]
fn finite_quantifiers_and_lambdas() {
    returns(
        "proc main
          local m [bool]bool
          local b [bv3]bv3
          local z [int]int
          block b
            m := (lambda i bool (not i))
            assert (forall i bool (not (= (select m i) i)))
            assert (exists i bool (select m i))
            b := (lambda i bv3 (bvadd i 1bv3))
            assert (= (select b 7bv3) 0bv3)
            assert (not (exists i bv3 (= (select b i) i)))
            z := (lambda i int 3)
            assert (= (select z 100) 3)
            m := (store (store m true true) false true)
            assert (= m (lambda i bool true))
            return",
        &[],
    );
}

#[test]
fn what_cannot_be_evaluated_is_stuck() {
    let (_, end) = execute(
        "proc main
          block b
            assume (forall i int (< i (+ i 1)))
            return",
        &[],
    );
    assert!(matches!(end, End::Stuck { .. }), "{end:?}");
}

#[test]
fn blocked_and_returning_executions() {
    let (_, end) = execute("proc main\n block b\n assume false\n return", &[]);
    assert!(matches!(end, End::Blocked { why: Why::Assumption, .. }));
    let (_, end) = execute("proc main\n block b\n goto", &[]);
    assert!(matches!(end, End::Blocked { why: Why::NoSuccessor, .. }));
    let p = program("proc main\n block b\n assert false\n return");
    let end = Run::of(&p, MAIN, Goal::Return, &mut Script(vec![])).end;
    assert!(matches!(end, End::Blocked { why: Why::Assertion, .. }));
}

const COUNT: &str = "global total int
    proc main
      local n int
      block b
        total := 0
        havoc n
        call count n
        assert (not (= total 3))
        return
    proc count
      in n int
      block b
        goto more done
      block more
        assume (< 0 n)
        total := (+ total 1)
        call count (- n 1)
        return
      block done
        assume (<= n 0)
        return";

#[test]
fn recursion_is_bounded_by_activations() {
    let p = program(COUNT);
    for (bound, domain, end) in [(3, 3, false), (4, 3, true), (4, 2, false)] {
        let domains = Domains { ints: 0..=domain, ..Domains::default() };
        let found = explore(&p, MAIN, bound, &domains, Budget::default());
        assert_eq!(found.fails, end, "bound {bound}, up to {domain}");
        assert!(found.returns && found.complete && !found.exact);
        assert_eq!(found.bounded.is_empty(), bound as i64 > domain);
    }
}

#[test]
fn extra_recursion_raises_the_bound() {
    let p = program(&COUNT.replace("proc count", "proc count\n extra 2"));
    let domains = Domains { ints: 0..=3, ..Domains::default() };
    assert!(explore(&p, MAIN, 2, &domains, Budget::default()).fails);
}

#[test]
fn recursion_many_thousands_deep() {
    let p = program(&COUNT.replace("goto more done", "goto more").replace("assume (< 0 n)", ""));
    let mut machine = Machine::new(&p, Goal::Failure, Bounds::Recursion(200_000));
    let end = run(
        &mut machine,
        MAIN,
        &mut Script(vec![Value::int(5)]),
        &mut lariat_program::interpreter::Silent,
    );
    assert!(matches!(end.end, End::Blocked { why: Why::RecursionBound(ProcId(1)), .. }));
    assert!(end.steps > 600_000);
}

fn explored(text: &str) -> Exhaustive {
    explore(&program(text), MAIN, 1, &Domains::default(), Budget::default())
}

#[test]
fn exploration_tries_everything() {
    let found = explored(
        "global b bool
        global v bv3
        proc main
          local m [bool]bool
          block b
            assume (bvult v 6bv3)
            assume (= (select m b) (not (select m (not b))))
            assert (not (and b (= v 5bv3) (select m false)))
            return",
    );
    assert!(found.fails && found.returns && found.complete && found.exact);
    let found = explored(
        "global v bv3
        proc main
          block b
            assume (bvult v 6bv3)
            goto l r
          block l
            v := (bvadd v 1bv3)
            goto e
          block r
            v := (bvadd v 2bv3)
            goto e
          block e
            assert (not (= v 0bv3))
            return",
    );
    // Only 7 + 1 and 6 + 2 would be 0.
    assert!(!found.fails && found.returns && found.complete && found.exact, "{found:?}");
}

#[test]
fn exploration_keeps_axioms_and_functions() {
    let text = "const A bool
        const B bool
        unique A B
        function f bool -> bool
        axiom (f A)
        axiom (not (f B))
        proc main
          block b
            assert (not (= (f true) (f false)))
            ASSERT
            return";
    let found = explored(&text.replace("ASSERT", "assert (f A)"));
    assert!(!found.fails && found.returns && found.complete && found.exact);
    assert!(explored(&text.replace("ASSERT", "assert (f true)")).fails);
}

#[test]
fn unspecified_division_is_any_function() {
    let found = explored(
        "proc main
          block b
            assert (= (div 1 0) (div 1 0))
            assert (= (div 1 0) 2)
            return",
    );
    assert!(found.fails && found.returns);
}

#[test]
fn a_budget_makes_it_incomplete() {
    let p = program(COUNT);
    let found = explore(&p, MAIN, 4, &Domains::default(), Budget { steps: 20, states: 1000 });
    assert!(!found.complete);
}

#[test]
fn a_witness_runs_again() {
    let p = program(COUNT);
    let domains = Domains { ints: 0..=3, ..Domains::default() };
    let found = explore(&p, MAIN, 4, &domains, Budget::default());
    let mut choices = WitnessChoices::new(found.witness.unwrap());
    let mut observer = PathObserver::default();
    let mut machine = Machine::new(&p, Goal::Failure, Bounds::None);
    let end = run(&mut machine, MAIN, &mut choices, &mut observer).end;
    assert!(matches!(end, End::Failed(_)), "{end:?}");
    let path = observer.path.unwrap();
    assert!(path.fails);
    assert_eq!(path.activations(), 5);
}
