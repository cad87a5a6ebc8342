//! Summaries from the rule, in slices beside the search.
//!
//! Where the state of a rule is kept by every procedure, Houdini proves for every bound what a search
//! does not get through ([`lariat_houdini::rule_candidates`]). Nobody knows beforehand whether that is
//! so, and a program with a bug must not wait for it. So the prover has a thread in which it sleeps
//! most of the time while the search goes on: of the processors that the search may use it has a tenth
//! of the time, unless there are enough for both engines and for it. When the search ends with a bound,
//! the prover has the time for itself.

use crate::prover::KeptSummaries;
use crate::solvers::Solvers;
use lariat_budget::{Budget, POLL_INTERVAL, Share, Stop, spawn_scoped};
use lariat_houdini::{Inferred, Options, Pace, RuleLimits, infer, rule_candidates};
use lariat_passes::Prepared;
use lariat_solver::{Solver, SolverError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The prover has one part in so many of the time of all processors.
const PARTS: usize = 10;
/// With so many processors the prover has one to itself: two are for the engines of the search.
const ENOUGH_CORES: usize = 3;
/// The prover starts after this time: programs that take less are in no need of it, and making candidates
/// and formulas, which is done at one go, should be little beside it.
const START_ON_SHARED_CORE: Duration = Duration::from_secs(10);
/// The same if it has a processor to itself.
const START_ON_OWN_CORE: Duration = Duration::from_secs(1);
/// After a search that ended with a bound, the prover has as long as the search took, at least this.
const LAST_CHANCE: Duration = Duration::from_secs(10);
/// The prover starts if so much of the memory is free, and gives up when less than the second is: the
/// search, which shares it, has the answer that counts.
const MEMORY_TO_START: f64 = 0.5;
const MEMORY_TO_GO_ON: f64 = 0.25;

/// A prover for one prepared program.
pub(crate) struct RuleProver<'a> {
    pub(crate) prepared: Prepared,
    pub(crate) solvers: &'a dyn Solvers,
    /// Stopped when the prover is not needed any more.
    pub(crate) budget: Budget,
    /// Threads that there are.
    pub(crate) jobs: usize,
    /// Time after a search that ended with a bound, if the user has said.
    pub(crate) last_chance: Option<Duration>,
    /// Where what was kept is put.
    pub(crate) kept: &'a KeptSummaries,
}

/// Whether the program checks a rule: it has versions that fail because a flag is raised.
pub(crate) fn checks_a_rule(prepared: &Prepared) -> bool {
    prepared.modes.flag.is_some() && !prepared.modes.error_procedures.is_empty()
}

/// Infers summaries from candidates about the rule alone.
pub(crate) fn summarise_rule(
    prepared: &mut Prepared,
    new_solver: &mut dyn FnMut() -> Result<Box<dyn Solver>, SolverError>,
    pace: Pace,
    budget: &Budget,
) -> Result<Inferred, SolverError> {
    let candidates = rule_candidates(prepared, &RuleLimits::default());
    let options = Options { pace, ..Options::default() };
    let inferred = infer(prepared, candidates, new_solver, &options, budget)?;
    let stats = &inferred.stats;
    tracing::info!(
        "Houdini kept {} of {} candidates about the rule ({} queries){}",
        stats.kept,
        stats.candidates,
        stats.queries,
        if inferred.proved { ": they are a proof" } else { "" }
    );
    Ok(inferred)
}

impl RuleProver<'_> {
    /// Searches with the prover beside; gives what the search says, and whether there is a proof, which ends the
    /// search. `is_open` says of an answer that a proof would say more.
    pub(crate) fn beside<T>(
        mut self,
        of_search: &Budget,
        search: impl FnOnce() -> T,
        is_open: impl FnOnce(&T) -> bool,
    ) -> (T, bool) {
        let (parts, start) = match self.jobs >= ENOUGH_CORES {
            true => (1, START_ON_OWN_CORE),
            false => ((PARTS / self.jobs.max(1)) as u32, START_ON_SHARED_CORE),
        };
        // It gives up when the memory runs low.
        self.budget = self.budget.child(Share::memory(1.0 - MEMORY_TO_GO_ON));
        let started = Instant::now();
        let turns = Arc::new(Turns::new(parts, self.budget.clone()));
        let (last_chance, of_prover) = (self.last_chance, self.budget.clone());
        std::thread::scope(|scope| {
            let for_prover = Arc::clone(&turns);
            let prover = spawn_scoped(scope, "rule prover", move || {
                let proved = for_prover.wait(start) && self.prove(&for_prover);
                if proved {
                    of_search.stop(Stop::NotNeeded);
                }
                proved
            });
            let answer = search();
            let Ok(prover) = prover else { return (answer, false) };
            if is_open(&answer) {
                turns.has_all_the_time.store(true, Ordering::SeqCst);
                let end =
                    Instant::now() + last_chance.unwrap_or(started.elapsed().max(LAST_CHANCE));
                while !prover.is_finished() && Instant::now() < end {
                    std::thread::sleep(POLL_INTERVAL);
                }
            }
            of_prover.stop(Stop::NotNeeded);
            (answer, prover.join().unwrap_or(false))
        })
    }

    fn prove(&mut self, turns: &Arc<Turns>) -> bool {
        if self.budget.memory_left() < MEMORY_TO_START {
            return false;
        }
        let solvers = self.solvers;
        let turns = Arc::clone(turns);
        let pace = Pace::new(move || turns.wait_for_turn());
        let mut new_solver = || solvers.for_path();
        match summarise_rule(&mut self.prepared, &mut new_solver, pace, &self.budget) {
            Ok(inferred) => {
                self.kept.put(&self.prepared, &inferred);
                inferred.proved
            }
            Err(error) => {
                // A prover that fails must not cost the answer of the search.
                tracing::warn!(%error, "the prover of the rule failed");
                false
            }
        }
    }
}

/// What the search lets the prover have: one part of the time in `parts`, until it has all.
struct Turns {
    parts: u32,
    budget: Budget,
    started: Instant,
    slept: Mutex<Duration>,
    has_all_the_time: AtomicBool,
}

impl Turns {
    fn new(parts: u32, budget: Budget) -> Turns {
        Turns {
            parts,
            budget,
            started: Instant::now(),
            slept: Mutex::default(),
            has_all_the_time: AtomicBool::new(false),
        }
    }

    /// Whether the prover may have the processor for itself.
    fn is_free(&self) -> bool {
        self.has_all_the_time.load(Ordering::SeqCst) || self.budget.stopped().is_some()
    }

    fn sleep(&self) {
        let before = Instant::now();
        std::thread::sleep(POLL_INTERVAL);
        *self.slept.lock().unwrap_or_else(PoisonError::into_inner) += before.elapsed();
    }

    /// Sleeps for a while; false if there is nothing to wake up for.
    fn wait(&self, time: Duration) -> bool {
        while self.started.elapsed() < time && !self.is_free() {
            self.sleep();
        }
        self.budget.stopped().is_none()
    }

    /// Sleeps while its part of the time is used up.
    fn wait_for_turn(&self) {
        let used_up = || {
            let elapsed = self.started.elapsed();
            let slept = *self.slept.lock().unwrap_or_else(PoisonError::into_inner);
            elapsed.saturating_sub(slept) * self.parts > elapsed
        };
        while !self.is_free() && used_up() {
            self.sleep();
        }
    }
}
