//! The check of proofs refuses what is no proof, and the engine stops when told to.

mod common;

use common::load;
use lariat_budget::Budget;
use lariat_horn::{Checked, HornOutcome, Options, Proof, check_summaries, prove};
use lariat_logic::Terms;
use lariat_passes::Prepared;
use lariat_solver::{Solver, SolverError, Z3Solver};
use std::time::{Duration, Instant};

const COUNT: &str = "procedure main() { var i: int; i := 0; \
    while (i < 10) { i := i + 1; } assert i == 10; }";
const RECURSION: &str = "procedure down(n: int) returns (r: int) \
    { if (n <= 0) { r := 0; } else { call r := down(n - 1); r := r + 1; } } \
    procedure main(n: int) { var r: int; call r := down(n); assert r >= 0; }";

fn proof_of(prepared: &Prepared) -> Proof {
    match prove(prepared, &Options::default(), &Budget::seconds(20)).expect("an answer") {
        HornOutcome::Safe(proof) => *proof,
        other => panic!("{other:?}"),
    }
}

fn holds(prepared: &Prepared, proof: &Proof) -> bool {
    let solver = || -> Result<Box<dyn Solver>, SolverError> { Ok(Box::new(Z3Solver::default())) };
    let checked = check_summaries(prepared, proof, &solver, &Budget::seconds(20));
    checked.expect("an answer") == Checked::Proved
}

#[test]
fn a_proof_is_checked_again() {
    for text in [COUNT, RECURSION] {
        let prepared = load(text);
        assert!(holds(&prepared, &proof_of(&prepared)));
    }
}

#[test]
fn no_summaries_prove_nothing() {
    for text in [COUNT, RECURSION] {
        let prepared = load(text);
        let mut proof = proof_of(&prepared);
        proof.summaries.clear();
        assert!(!holds(&prepared, &proof));
    }
}

#[test]
fn summaries_that_say_too_much_are_refused() {
    for text in [COUNT, RECURSION] {
        let prepared = load(text);
        let proof = proof_of(&prepared);
        for i in 0..proof.summaries.len() {
            if proof.summaries[i].procedure == prepared.entry {
                continue;
            }
            // That it never returns.
            let mut changed = proof.clone();
            changed.summaries[i].formula = Terms::FALSE;
            assert!(!holds(&prepared, &changed), "with an invariant");
            changed.summaries[i].invariant = None;
            assert!(!holds(&prepared, &changed), "without an invariant");
            // That its head is never reached.
            let mut changed = proof.clone();
            if let Some(invariant) = &mut changed.summaries[i].invariant {
                invariant.formula = Terms::FALSE;
                assert!(!holds(&prepared, &changed), "an impossible invariant");
            }
        }
    }
}

#[test]
fn a_summary_of_the_entry_is_not_believed() {
    let prepared = load("procedure main(x: int) { assert x != 3; }");
    let summaries = vec![lariat_horn::Summary {
        procedure: prepared.entry,
        formula: Terms::TRUE,
        invariant: None,
    }];
    let terms = prepared.program.terms.clone();
    let encoding = Options::default().encodings[0].clone();
    assert!(!holds(&prepared, &Proof { terms, summaries, encoding }));
}

#[test]
fn the_engine_stops_when_told_to() {
    let prepared = load(include_str!("programs/bounded_sum.bpl"));
    let started = Instant::now();
    let budget = Budget::of_time(Duration::from_millis(400));
    let outcome = prove(&prepared, &Options::default(), &budget).expect("an answer");
    assert!(matches!(outcome, HornOutcome::Unknown(_)), "{outcome:?}");
    assert!(started.elapsed() < Duration::from_millis(1400), "{:?}", started.elapsed());
}
