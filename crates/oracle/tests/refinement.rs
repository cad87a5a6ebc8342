//! Theorem 1 and Lemma 1 of the Corral paper, on the spurious paths of random programs: every
//! algorithm finds a set of variables that refutes the path, no smaller set does, and the solver is
//! asked no more often than promised.

use lariat_logic::VarId;
use lariat_oracle::Subject;
use lariat_oracle::generate;
use lariat_oracle::search::{BuiltIn, Patience, z3};
use lariat_passes::Goal;
use lariat_program::Frame;
use lariat_reach::{Options, Outcome};
use lariat_refine::algorithms::lemma_1;
use lariat_refine::{Algorithm, Feasible, Spurious, abstraction, examine};
use rustc_hash::FxHashSet;
use std::time::Duration;

const PROGRAMS: u64 = 300;

/// A path of the program without its globals.
fn abstract_path(subject: &Subject, goal: Goal, globals: &FxHashSet<VarId>) -> Option<Frame> {
    let nothing = FxHashSet::default();
    let program = abstraction::abstract_program(&subject.program, goal, globals, &nothing);
    let prepared = lariat_passes::prepare(&program, subject.entry, goal, &mut |_, _, _| {});
    let patience = Patience::new(Duration::from_secs(10));
    let options = Options { recursion_bound: 2, ..Options::default() };
    match lariat_reach::search(prepared, Box::new(z3()), &options, &patience.budget, &patience) {
        Ok((Outcome::Reachable(found), _)) => Some(found.path),
        _ => None,
    }
}

fn proper_subsets(set: &[VarId]) -> impl Iterator<Item = Vec<VarId>> + '_ {
    (0..(1u32 << set.len()) - 1).map(|bits| {
        let chosen = set.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        chosen.map(|(_, &v)| v).collect()
    })
}

#[test]
fn refinement_is_minimal_and_frugal() {
    let mut refined_paths = 0;
    let mut sizes = [0; 8];
    for seed in 0..PROGRAMS {
        let Ok(subject) = Subject::new(&generate::program(seed), None) else { continue };
        let globals: FxHashSet<VarId> = subject.program.globals.iter().copied().collect();
        for goal in [Goal::Failure, Goal::Return] {
            let Some(path) = abstract_path(&subject, goal, &globals) else { continue };
            let patience = Patience::new(Duration::from_secs(60));
            let nothing = FxHashSet::default();
            let new = || {
                let program = &subject.program;
                Spurious::new(program, &path, &globals, &nothing, &BuiltIn, &patience.budget)
                    .unwrap()
            };
            if examine(&mut new()).unwrap() != Feasible::No {
                continue;
            }
            refined_paths += 1;
            for algorithm in Algorithm::ALL {
                let mut spurious = new();
                let refined = algorithm.get().refine(&mut spurious).unwrap();
                let at = format!("seed {seed}, {goal:?}, {algorithm:?}: {refined:?}");
                assert_eq!(spurious.unsure, 0, "{at}");
                assert!(spurious.is_refuted_by(&refined.add).unwrap(), "not refuted, {at}");
                for smaller in proper_subsets(&refined.add) {
                    assert!(!spurious.is_refuted_by(&smaller).unwrap(), "{smaller:?} does, {at}");
                }
                let undecided = spurious.candidates.len();
                let allowed = match algorithm {
                    Algorithm::Linear => undecided as u64,
                    // The core of the all-variables check comes first.
                    Algorithm::Cores => lemma_1(undecided, refined.add.len()).max(1),
                    _ => lemma_1(undecided, refined.add.len()),
                };
                assert!(refined.checks <= allowed, "{} allowed, {at}", allowed);
                sizes[refined.add.len().min(7)] += 1;
            }
        }
    }
    eprintln!("{refined_paths} spurious paths; variables needed: {sizes:?}");
    assert!(refined_paths >= 40, "only {refined_paths} spurious paths");
    assert!(sizes[2..].iter().sum::<i32>() > 20, "too few that need several variables: {sizes:?}");
}
