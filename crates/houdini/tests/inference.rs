//! Small programs from text to summaries.

use lariat_budget::{Budget, Stop};
use lariat_houdini::{
    Candidate, CandidateKind, Inferred, Limits, Options, Origin, automatic_candidates, infer,
    inject,
};
use lariat_logic::{TermId, Terms};
use lariat_lower::LowerOptions;
use lariat_passes::{Goal, Prepared};
use lariat_reach::{Outcome, Silent};
use lariat_solver::{Solver, Z3Options, Z3Solver};

fn prepare(text: &str) -> Prepared {
    let options = LowerOptions::default();
    let (lowered, entry) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    lariat_passes::prepare(&lowered.program, entry, Goal::Failure, &mut |_, _, _| {})
}

fn z3() -> Box<dyn Solver> {
    Box::new(Z3Solver::new(&Z3Options::default()))
}

fn run(prepared: &Prepared, candidates: Vec<Candidate>) -> Inferred {
    let options = Options::default();
    infer(prepared, candidates, &mut || Ok(z3()), &options, &Budget::unlimited())
        .expect("no solver error")
}

fn automatic(text: &str) -> (Prepared, Inferred) {
    let mut prepared = prepare(text);
    let candidates = automatic_candidates(&mut prepared, &Limits::default());
    let inferred = run(&prepared, candidates);
    (prepared, inferred)
}

fn search(prepared: Prepared, bound: u32) -> Outcome {
    let options = lariat_reach::Options { recursion_bound: bound, ..Default::default() };
    lariat_reach::search(prepared, Box::new(z3()), &options, &Budget::unlimited(), &Silent)
        .expect("no solver error")
        .0
}

const LOCK: &str = "
    var s: int;
    procedure acquire() modifies s; { assert s == 0; s := 1; }
    procedure release() modifies s; { assert s == 1; s := 0; }
";

#[test]
fn a_lock_in_a_loop_is_proved() {
    let text = format!(
        "{LOCK} procedure main() modifies s; {{
            s := 0;
            while (*) {{ call acquire(); call release(); }}
            assert s == 0;
        }}"
    );
    let (prepared, inferred) = automatic(&text);
    assert!(inferred.proved, "{inferred:?}");
    assert!(matches!(search(prepared, 2), Outcome::UnreachableWithinBound { .. }));
}

#[test]
fn a_bug_stays_a_bug() {
    let text = format!(
        "{LOCK} procedure main() modifies s; {{
            s := 0;
            while (*) {{ call acquire(); if (*) {{ call release(); }} }}
        }}"
    );
    let (mut prepared, inferred) = automatic(&text);
    assert!(!inferred.proved);
    inject(&mut prepared.program, &inferred.kept);
    assert!(matches!(search(prepared, 3), Outcome::Reachable(_)));
}

/// A precondition that fails must not be excused by a postcondition that was proved from it.
#[test]
fn a_false_precondition_does_not_prove_itself() {
    let mut prepared = prepare(
        "procedure f(x: int) { if (*) { call f(x); } assert x == 0; }
         procedure main() { call f(1); }",
    );
    let mut candidates = Vec::new();
    for p in prepared.program.procedures.ids() {
        let inputs = prepared.program.procedures[p].inputs.clone();
        let mut add = |kind, formula| {
            let origin = Origin::Template;
            candidates.push(Candidate { procedure: p, kind, formula, origin, weaker_than: vec![] });
        };
        add(CandidateKind::Post, Terms::FALSE);
        if let Some(&x) = inputs.first() {
            let terms = &mut prepared.program.terms;
            let (x, zero) = (terms.var(x), terms.int(0));
            add(CandidateKind::Pre, terms.eq(x, zero));
        }
    }
    let inferred = run(&prepared, candidates);
    assert!(!inferred.proved, "{inferred:?}");
    assert!(inferred.kept.iter().all(|c| c.kind == CandidateKind::Post), "{inferred:?}");
    inject(&mut prepared.program, &inferred.kept);
    assert!(matches!(search(prepared, 1), Outcome::Reachable(_)));
}

/// Proposes `x == n` for the first input of this procedure as a precondition of all its versions; gives
/// the `n` for which that is kept.
fn kept_values(prepared: &mut Prepared, name: &str, values: &[i64]) -> Vec<i64> {
    let Prepared { program, .. } = prepared;
    let error = format!("{name}$error");
    let versions: Vec<_> = program
        .procedures
        .iter_enumerated()
        .filter(|(_, p)| p.name == name || p.name == error)
        .map(|(id, p)| (id, p.inputs[0]))
        .collect();
    assert_eq!(versions.len(), 2);
    let mut candidates = Vec::new();
    for &value in values {
        for &(procedure, x) in &versions {
            let (x, value) = (program.terms.var(x), program.terms.int(value));
            let (kind, formula) = (CandidateKind::Pre, program.terms.eq(x, value));
            let origin = Origin::Template;
            candidates.push(Candidate { procedure, kind, formula, origin, weaker_than: vec![] });
        }
    }
    let kept = run(prepared, candidates.clone()).kept;
    let of_value = values.iter().zip(candidates.chunks(versions.len()));
    of_value.filter(|(_, all)| all.iter().all(|c| kept.contains(c))).map(|(&n, _)| n).collect()
}

/// Recursive, so that nothing is inlined.
const RECURSIVE: &str = "
    var g: int;
    procedure f(x: int) modifies g; { if (*) { call f(x); } g := g + x; assert g != 77; }
    procedure h(x: int) modifies g; { if (*) { call h(x); } g := g - x; assert g != 78; }
";

/// A block with several calls has a Boolean for each, and nobody makes a call whose Boolean alone is true.
#[test]
fn a_precondition_at_one_of_several_calls_in_a_block_is_kept() {
    let text = format!(
        "{RECURSIVE} procedure main() modifies g; {{
            var y: int;
            assume y == 5;
            call f(y);
            call h(y + 1);
            call h(g);
        }}"
    );
    let mut prepared = prepare(&text);
    assert_eq!(kept_values(&mut prepared, "f", &[4, 5, 6]), [5]);
    // The last call has any value; the one before it has only one.
    assert_eq!(kept_values(&mut prepared, "h", &[5, 6, 7]), [0; 0]);
    let mut prepared = prepare(&text.replace("h(g)", "h(6)"));
    assert_eq!(kept_values(&mut prepared, "h", &[5, 6, 7]), [6]);
}

/// An edge from a block with several ways out to one with several ways in has a Boolean of its own; it
/// is taken only if the block that it comes from is executed.
#[test]
fn a_precondition_behind_an_edge_with_its_own_boolean_is_kept() {
    let text = format!(
        "{RECURSIVE} procedure main() modifies g; {{
            var x, y: int;
            start: x := 2; goto left, right, away;
            left: havoc y; assume y + y == 4; x := y; goto join, aside;
            right: g := 0; goto join;
            join: call f(x); return;
            aside: g := 1; call h(x); return;
            away: call h(2); return;
        }}"
    );
    let mut prepared = prepare(&text);
    assert_eq!(kept_values(&mut prepared, "f", &[1, 2]), [2]);
    let mut prepared = prepare(&text.replace("== 4", "<= 4"));
    assert_eq!(kept_values(&mut prepared, "f", &[1, 2]), [0; 0]);
}

/// A global that takes a result of the call has another value then than when the callee returned.
#[test]
fn a_result_in_a_global_is_not_the_callees_value() {
    let mut prepared = prepare(
        "var g: int;
         procedure f(n: int) returns (r: int) modifies g;
         { g := 1; r := 2; if (n > 0) { call g := f(n - 1); g := 1; r := 2; } }
         procedure main() modifies g;
         { var n: int; call g := f(n); assert g != 2; }",
    );
    let g = prepared.program.globals[0];
    let terms = &mut prepared.program.terms;
    let (g, one) = (terms.var(g), terms.int(1));
    let formula: TermId = terms.eq(g, one);
    let procedures = prepared.program.procedures.ids();
    let candidate = |p| Candidate {
        procedure: p,
        kind: CandidateKind::Post,
        formula,
        origin: Origin::Template,
        weaker_than: vec![],
    };
    let candidates: Vec<Candidate> = procedures.map(candidate).collect();
    let inferred = run(&prepared, candidates);
    let kept: Vec<&str> = inferred
        .kept
        .iter()
        .map(|c| prepared.program.procedures[c.procedure].name.as_str())
        .collect();
    assert!(kept.contains(&"f"), "{kept:?}");
    assert!(!kept.contains(&"main$error"), "{kept:?}");
    inject(&mut prepared.program, &inferred.kept);
    assert!(matches!(search(prepared, 2), Outcome::Reachable(_)));
}

#[test]
fn a_counter_keeps_its_bounds() {
    let (_, inferred) = automatic(
        "procedure main(n: int) {
            var i: int;
            assume n >= 0;
            i := 0;
            while (i < n) { i := i + 1; }
            assert i == n;
        }",
    );
    assert!(inferred.proved, "{inferred:?}");
}

#[test]
fn recursion_is_no_hindrance() {
    let text = format!(
        "{LOCK} procedure work(n: int) modifies s; {{
            call acquire(); call release();
            if (n > 0) {{ call work(n - 1); }}
        }}
        procedure main(n: int) modifies s; {{ s := 0; call work(n); assert s == 0; }}"
    );
    assert!(automatic(&text).1.proved);
}

#[test]
fn a_result_tells_the_state() {
    let text = "
        var s: int;
        procedure try(n: int) returns (ok: bool) modifies s; {
            ok := false;
            if (n > 0) { call ok := try(n - 1); }
            else if (*) { assert s == 0; s := 1; ok := true; }
        }
        procedure main(n: int) modifies s; {
            var ok: bool;
            s := 0;
            while (*) { call ok := try(n); if (ok) { assert s == 1; s := 0; } }
        }";
    assert!(automatic(text).1.proved);
}

/// Whenever inference is stopped, what it says still holds.
#[test]
fn stopping_early_keeps_only_what_holds() {
    let text = format!(
        "{LOCK} procedure work(n: int) modifies s; {{
            call acquire();
            if (n > 0) {{ call release(); call work(n - 1); }}
        }}
        procedure main(n: int) modifies s; {{ s := 0; while (*) {{ call work(n); }} }}"
    );
    let mut prepared = prepare(&text);
    let candidates = automatic_candidates(&mut prepared, &Limits::default());
    let mut stopped = 0;
    for looks in 0..12_u32 {
        // Each look at another procedure starts a solver, since only one is kept.
        let budget = Budget::unlimited();
        let mut left = looks;
        let mut new_solver = || {
            if left == 0 {
                budget.stop(Stop::NotNeeded);
            }
            left = left.saturating_sub(1);
            Ok(z3())
        };
        let options = Options { solvers: 1, ..Options::default() };
        let inferred = infer(&prepared, candidates.clone(), &mut new_solver, &options, &budget)
            .expect("no solver error");
        stopped += usize::from(inferred.stopped.is_some());
        assert!(!inferred.proved);
        let mut told = prepared.clone();
        inject(&mut told.program, &inferred.kept);
        assert!(matches!(search(told, 2), Outcome::Reachable(_)), "{looks} looks");
    }
    assert!(stopped > 2);
}
