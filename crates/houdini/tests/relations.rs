//! Relations from the rule: states that are coupled with return codes, recursion, remembered pointers.

use lariat_boogie::{CheckOptions, SourceMap};
use lariat_budget::Budget;
use lariat_houdini::{
    Inferred, Options, RelationLimits, RuleLimits, infer, relation_candidates, rule_candidates,
    summaries,
};
use lariat_lower::LowerOptions;
use lariat_passes::{Goal, Prepared};
use lariat_reach::{Outcome, Silent};
use lariat_solver::{Solver, Z3Options, Z3Solver};

fn prepare(text: &str) -> Prepared {
    let sources = SourceMap::single("test.bpl", text).expect("readable");
    let parsed = lariat_boogie::parse(&sources);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies: true });
    assert!(checked.is_ok(), "{:?}", checked.diagnostics);
    let lowered =
        lariat_lower::lower(&parsed.program, &checked, &sources, &LowerOptions::default())
            .expect("lowered");
    let entry = lowered.procedure("main").expect("main");
    lariat_passes::prepare(&lowered.program, entry, Goal::Failure, &mut |_, _, _| {})
}

fn z3() -> Box<dyn Solver> {
    Box::new(Z3Solver::new(&Z3Options::default()))
}

/// Proposes relations, and has Houdini check them.
fn relations(text: &str, limits: &RelationLimits) -> (Prepared, Inferred) {
    let mut prepared = prepare(text);
    let (options, budget) = (Options::default(), Budget::unlimited());
    let candidates =
        relation_candidates(&mut prepared, limits, &mut || Ok(z3()), &options, &budget)
            .expect("no solver error");
    let inferred =
        infer(&prepared, candidates, &mut || Ok(z3()), &options, &budget).expect("no solver error");
    (prepared, inferred)
}

fn is_proved(text: &str) -> bool {
    let (prepared, inferred) = relations(text, &RelationLimits::default());
    // Relations are a fixed point: whatever was proposed is inductive.
    assert_eq!(inferred.stats.kept, inferred.stats.candidates);
    if !inferred.proved {
        let options = lariat_reach::Options { recursion_bound: 2, ..Default::default() };
        let solver = Box::new(z3());
        let (outcome, _) =
            lariat_reach::search(prepared, solver, &options, &Budget::unlimited(), &Silent)
                .expect("no solver error");
        assert!(matches!(outcome, Outcome::Reachable(_)), "{outcome:?}");
    }
    inferred.proved
}

/// `acquire` has the lock and says so, or neither; with retries by recursion, so that nothing is inlined.
const LOCK: &str = "
    var held: int;
    var unused: int;
    procedure nothing() modifies unused; { if (*) { call nothing(); } unused := unused + 1; }
    procedure acquire(tries: int) returns (status: int) modifies held, unused; {
        call nothing();
        status := 5;
        if (*) { assert held == 0; held := 1; status := 0; }
        else if (tries > 0) { call status := acquire(tries - 1); }
    }
    procedure release() modifies held, unused; { call nothing(); assert held == 1; held := 0; }
    procedure work(n: int) modifies held, unused; {
        var status: int;
        call status := acquire(n);
        if (status == 0) { call release(); }
        if (n > 0) { call work(n - 1); }
    }
    procedure main(n: int) modifies held, unused; {
        held := 0;
        call work(n);
        assert held == 0;
    }";

#[test]
fn a_state_that_depends_on_a_return_code_is_proved() {
    assert!(is_proved(LOCK));
    // Facts about one variable at a time are too weak for it.
    let mut prepared = prepare(LOCK);
    let candidates = rule_candidates(&mut prepared, &RuleLimits::default());
    let (options, budget) = (Options::default(), Budget::unlimited());
    let inferred = infer(&prepared, candidates, &mut || Ok(z3()), &options, &budget);
    assert!(!inferred.expect("no solver error").proved);
}

#[test]
fn broken_rules_are_not_proved() {
    for (right, wrong) in [
        ("status := 5;", "havoc status;"),
        ("status := 5;", "status := 0;"),
        ("if (status == 0)", "if (status != 1)"),
        ("held := 0; }", "held := 2; }"),
        ("held := 1; status := 0;", "held := 1; status := 5;"),
        ("call release(); }", "call release(); call release(); }"),
        ("else if (tries > 0) { call", "if (tries > 0) { call"),
    ] {
        let text = LOCK.replace(right, wrong);
        assert_ne!(text, LOCK);
        assert!(!is_proved(&text), "{wrong}");
    }
}

/// The rule remembers one request and forgets it when that is completed: equality with a parameter is one Boolean.
#[test]
fn a_remembered_pointer_is_compared_with_parameters() {
    let text = "
        var guard: int;
        var pending: bool;
        var unused: int;
        procedure nothing() modifies unused; { if (*) { call nothing(); } unused := unused + 1; }
        procedure complete(irp: int) modifies pending, unused;
        { call nothing(); if (guard == irp) { assert pending; pending := false; } }
        procedure start(irp: int) returns (status: int) modifies pending, unused; {
            call nothing();
            status := 1;
            if (*) { call complete(irp); status := 0; }
        }
        procedure main(irp: int) modifies guard, pending, unused; {
            var status: int;
            guard := irp;
            pending := true;
            call status := start(irp);
            if (status == 1) { call complete(irp); }
            assert !pending;
        }";
    assert!(is_proved(text));
    assert!(!is_proved(&text.replace("if (status == 1)", "if (status == 0)")));
    assert!(!is_proved(&text.replace("if (guard == irp)", "if (guard != irp)")));
}

/// With too few cases allowed a procedure has no relation, and nothing is claimed of it.
#[test]
fn a_limit_costs_the_proof_and_no_more() {
    let limits = RelationLimits { cases: 1, ..RelationLimits::default() };
    let (prepared, inferred) = relations(LOCK, &limits);
    assert!(!inferred.proved, "{}", summaries(&prepared.program, &inferred.kept));
}
