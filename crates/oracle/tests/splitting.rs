//! Parts of a search: whatever call sites are decided, the parts together must come to the answer of the
//! whole. On programs full of calls, a split search, the parts of `split` one by one, and an undivided
//! search must agree.

use lariat_budget::{Budget, Stop};
use lariat_oracle::Subject;
use lariat_oracle::generate::layered_program;
use lariat_oracle::search::{Patience, confirm, z3};
use lariat_passes::{Goal, Prepared, prepare};
use lariat_reach::{
    Options, Outcome, Progress, SearchStats, Silent, Snapshot, Splitting, StrategyKind, covers,
    search_together,
};
use lariat_solver::Relaxed;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

const PROGRAMS: u64 = 40;
const BOUND: u32 = 2;

/// Whether the goal is reached; paths are replayed.
#[track_caller]
/// A new built-in solver that relaxes nothing.
fn exact() -> Box<dyn Relaxed> {
    Box::new(z3())
}

fn reached(subject: &Subject, goal: Goal, outcome: &Outcome, at: &str) -> bool {
    match outcome {
        Outcome::Reachable(found) => {
            confirm(subject, goal, &found.path).unwrap_or_else(|why| panic!("{at}: {why}"));
            true
        }
        Outcome::Unreachable | Outcome::UnreachableWithinBound { .. } => false,
        Outcome::Unknown(why) => panic!("{at}: no answer: {why}"),
    }
}

fn options(strategy: StrategyKind) -> Options {
    let splitting = Splitting {
        after: Duration::ZERO,
        every: Duration::ZERO,
        at_once: 4,
        ..Splitting::default()
    };
    Options { recursion_bound: BOUND, strategy, jobs: 2, splitting, ..Options::default() }
}

fn together(prepared: &Prepared, options: &Options) -> (Outcome, u64) {
    let patience = Patience::new(Duration::from_secs(60));
    let (prepared, new_solver) = (prepared.clone(), Arc::new(|_| Ok(exact())));
    let budget = &patience.budget;
    let found = search_together(prepared, exact(), options, budget, &patience, new_solver);
    let (outcome, stats) = found.expect("no solver error");
    (outcome, stats.splits)
}

/// Stops after so many steps.
struct Steps {
    left: Cell<u32>,
    budget: Budget,
}

impl Progress for Steps {
    fn at(&self, _: &Snapshot, _: &SearchStats) {
        match self.left.get() {
            0 => self.budget.stop(Stop::NotNeeded),
            left => self.left.set(left - 1),
        }
    }
}

/// Searches for some steps, splits the rest and searches each part.
fn part_by_part(prepared: &Prepared, steps: u32, at: &str) -> (Vec<Outcome>, usize) {
    let options = Options { jobs: 1, ..options(StrategyKind::Widening) };
    let steps = Steps { left: Cell::new(steps), budget: Budget::unlimited() };
    let left = lariat_reach::split(prepared.clone(), exact(), &options, &steps.budget, &steps, 5);
    let left = left.expect("no error");
    if left.parts.is_empty() {
        let again = lariat_reach::search(
            prepared.clone(),
            exact(),
            &options,
            &Budget::unlimited(),
            &Silent,
        );
        return (vec![again.expect("no error").0], 0);
    }
    let decisions =
        |p: &lariat_reach::Part| p.decisions.iter().map(|d| (d.number, d.reached)).collect();
    assert!(covers(&left.parts.iter().map(decisions).collect::<Vec<_>>()), "{at}");
    let count = left.parts.len();
    let search = |part| {
        let options = Options { part: Some(Arc::new(part)), ..options.clone() };
        lariat_reach::search(prepared.clone(), exact(), &options, &Budget::unlimited(), &Silent)
            .expect("no error")
            .0
    };
    (left.parts.into_iter().map(search).collect(), count)
}

#[test]
fn parts_lose_no_execution() {
    let (mut splits, mut parts, mut yes, mut no) = (0, 0, 0, 0);
    for seed in 0..PROGRAMS {
        let Ok(subject) = Subject::new(&layered_program(seed), None) else { continue };
        for goal in [Goal::Failure, Goal::Return] {
            let prepared = prepare(&subject.program, subject.entry, goal, &mut |_, _, _| {});
            let at = format!("seed {seed}, {goal:?}");
            let plain = Options { jobs: 1, ..options(StrategyKind::Widening) };
            let whole = together(&prepared, &plain).0;
            let expected = reached(&subject, goal, &whole, &at);
            for strategy in [StrategyKind::Widening, StrategyKind::Stratified] {
                let (outcome, count) = together(&prepared, &options(strategy));
                splits += count;
                assert_eq!(reached(&subject, goal, &outcome, &at), expected, "{at}, {strategy:?}");
            }
            let (outcomes, count) = part_by_part(&prepared, (seed % 5) as u32, &at);
            parts += count;
            let any = outcomes.iter().any(|o| reached(&subject, goal, o, &at));
            assert_eq!(any, expected, "{at}, {count} parts");
            *(if expected { &mut yes } else { &mut no }) += 1;
        }
    }
    eprintln!("{splits} splits, {parts} parts; reached {yes}, not {no}");
    assert!(splits > 100 && parts > 100 && yes > 10 && no > 10);
}
