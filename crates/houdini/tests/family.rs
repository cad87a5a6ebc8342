//! The typestate family: every correct program is proved with summaries, whatever the bound; at least
//! half of them only up to the bound without; and no wrong one is proved.

#[path = "../../bench/src/families/typestate.rs"]
mod typestate;

use lariat_budget::Budget;
use lariat_houdini::{Limits, Options, automatic_candidates, infer, inject};
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

const BOUND: u32 = 6;

fn search(prepared: Prepared) -> Outcome {
    let options = lariat_reach::Options { recursion_bound: BOUND, ..Default::default() };
    lariat_reach::search(prepared, Box::new(z3()), &options, &Budget::unlimited(), &Silent)
        .expect("no solver error")
        .0
}

#[test]
fn summaries_prove_the_family() {
    let (mut correct, mut bounded, mut problems) = (0, 0, Vec::new());
    for shape in typestate::typestate_family() {
        let mut prepared = prepare(&shape.text);
        let without = search(prepared.clone());
        let candidates = automatic_candidates(&mut prepared, &Limits::default());
        let inferred = infer(
            &prepared,
            candidates,
            &mut || Ok(z3()),
            &Options::default(),
            &Budget::unlimited(),
        )
        .expect("no solver error");
        let stats = &inferred.stats;
        inject(&mut prepared.program, &inferred.kept);
        let with = search(prepared);
        eprintln!(
            "{:30} {:20} proved {}, {} of {} candidates, {} queries, {:.0?}",
            shape.name,
            word(&without),
            inferred.proved,
            stats.kept,
            stats.candidates,
            stats.queries,
            stats.time
        );
        if shape.correct {
            correct += 1;
            bounded += usize::from(matches!(without, Outcome::UnreachableWithinBound { .. }));
            let proved = inferred.proved && matches!(with, Outcome::Unreachable);
            if !proved || matches!(without, Outcome::Reachable(_)) {
                problems.push(shape.name);
            }
        } else if inferred.proved
            || !matches!(with, Outcome::Reachable(_))
            || !matches!(without, Outcome::Reachable(_))
        {
            problems.push(shape.name);
        }
    }
    eprintln!("{correct} correct, {bounded} of them only bounded without summaries");
    assert!(problems.is_empty(), "{problems:?}");
    assert!(correct >= 20 && bounded * 2 >= correct);
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Reachable(_) => "bug",
        Outcome::Unreachable => "proved",
        Outcome::UnreachableWithinBound { .. } => "bounded",
        Outcome::Unknown(_) => "unknown",
    }
}
