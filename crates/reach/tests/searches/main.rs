//! Small programs for the search: every strategy must come to the same verdict at the same bound, with
//! and without sharing, with threads, in parts; and every path found must replay.

mod parts;
mod programs;
mod steering;

use lariat_budget::Budget;
use lariat_lower::LowerOptions;
use lariat_passes::{Goal, Prepared, prepare};
use lariat_program::{Frame, ProcId, Program};
use lariat_reach::{Options, Outcome, SearchStats, Silent};
use lariat_solver::{Relaxed, Z3Options, Z3Solver};
use lariat_trace::{Feasibility, Replay};
use std::sync::Arc;

fn z3() -> Box<dyn Relaxed> {
    Box::new(Z3Solver::new(&Z3Options::default()))
}

/// A program with its entry, as it is and as the search gets it.
struct Subject {
    program: Program,
    entry: ProcId,
    goal: Goal,
}

impl Subject {
    fn new(text: &str, goal: Goal) -> Self {
        let options = LowerOptions::default();
        let (lowered, entry) = lariat_lower::load("test.bpl", text, &options)
            .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        Subject { program: lowered.program, entry, goal }
    }

    fn prepared(&self) -> Prepared {
        prepare(&self.program, self.entry, self.goal, &mut |_, _, _| {})
    }

    /// Searches within a budget: the only place here that knows how a search is run.
    fn search_within(&self, options: &Options, budget: &Budget) -> (Outcome, SearchStats) {
        let new_solver = Arc::new(|_| Ok(z3()));
        lariat_reach::search_together(self.prepared(), z3(), options, budget, &Silent, new_solver)
            .expect("no solver error")
    }

    fn search(&self, options: &Options) -> (Outcome, SearchStats) {
        self.search_within(options, &Budget::unlimited())
    }

    /// The answer in words: `bug at 2`, `never`, `none within 3 (p, q)`. A path is replayed.
    fn show(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Reachable(found) => {
                assert!(found.certain);
                self.replay(&found.path);
                format!("reached at {}", found.bound)
            }
            Outcome::Unreachable => "never".into(),
            Outcome::UnreachableWithinBound { bound, hits } => {
                let name = |p: ProcId| self.program.procedures[p].name.as_str();
                let mut names: Vec<&str> = hits.iter().map(|h| name(h.procedure)).collect();
                names.sort_unstable();
                format!("none within {bound} ({})", names.join(", "))
            }
            Outcome::Unknown(why) => format!("unknown: {why}"),
        }
    }

    fn replay(&self, path: &Frame) {
        let axioms: Vec<_> = self.program.axioms.iter().map(|a| a.formula).collect();
        let mut solver = z3();
        let limits = &Budget::unlimited();
        let found = lariat_trace::concretise(&self.program, path, &axioms, &mut *solver, limits);
        let Feasibility::Feasible(concrete) = found.expect("a path of the program") else {
            panic!("the path is not feasible: {path:?}")
        };
        match lariat_trace::replay(&self.program, path, &axioms, &concrete) {
            Replay::Confirmed { fails_at, .. } => {
                assert_eq!(fails_at.is_some(), self.goal == Goal::Failure);
            }
            Replay::Refuted { at, why } => panic!("refuted at {at:?}: {why}"),
        }
    }
}

/// The verdict on a text.
fn verdict(text: &str, goal: Goal, options: &Options) -> String {
    let subject = Subject::new(text, goal);
    let (outcome, _) = subject.search(options);
    subject.show(&outcome)
}
