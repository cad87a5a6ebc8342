//! Summaries from the rule, in slices beside the search.
//!
//! Where the state of a rule is kept by every procedure, Houdini proves for every bound what a search
//! does not get through ([`lariat_houdini::rule_candidates`]). Whether that is so is not known beforehand,
//! and a program with a bug must not wait for it. So the prover has a thread in which it sleeps
//! most of the time while the search goes on: it has an eleventh of the processor time that the whole process uses (a tenth of the search's),
//! unless there are processors enough for both engines and for it. When the search ends with a bound, the prover has
//! the time for itself. All this is processor time, so it does not depend on what else the machine does.
//!
//! Where the summaries are no proof by themselves, they are one more often together with a search that looks into calls as
//! they are and takes summaries only for recursive calls beyond a small bound ([`lariat_reach::Options::summarise_beyond`]):
//! loops that do nothing to the rule are what keeps a bounded search from being a proof.

use crate::engines::engines;
use crate::prover::{CLOCK_FACTOR, KeptSummaries, ProvedBy};
use crate::solvers::Solvers;
use lariat_budget::{Budget, POLL_INTERVAL, ProcessClock, Share, Stop, ThreadClock, spawn_scoped};
use lariat_houdini::{
    Inferred, Options, Pace, RuleLimits, infer, rule_candidates, summarise_recursion,
    without_refuted,
};
use lariat_passes::Prepared;
use lariat_reach::{Outcome, Progress, SearchStats, Snapshot};
use lariat_solver::{Solver, SolverError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The prover has one part in so many of the processor time of the process.
const PARTS_ON_SHARED_CORE: u32 = 11;
/// With so many processors the prover has one to itself: two are for the engines of the search.
const ENOUGH_CORES: usize = 3;
/// The prover starts after this processor time of each thread: programs that take less are in no need of it, and making
/// candidates and formulas, which is done at one go, should be little beside it.
const START_ON_SHARED_CORE: Duration = Duration::from_secs(4);
/// The same if it has a processor to itself.
const START_ON_OWN_CORE: Duration = Duration::from_secs(1);
/// After a search that ended with a bound, the prover has as much processor time as the search took, at least this.
const LAST_CHANCE: Duration = Duration::from_secs(20);
/// Recursive calls are looked into so often before their summaries are taken.
const MAX_SUMMARISED_BOUND: u32 = 3;
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
    /// Time on the clock after a search that ended with a bound, if the user has said.
    pub(crate) last_chance: Option<Duration>,
    /// Whether only summaries count.
    pub(crate) by_summaries: bool,
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
    /// Searches with the prover beside; gives what the search says, and what proved it if something did, which ends the
    /// search. `is_open` says of an answer that a proof would say more.
    pub(crate) fn beside<T>(
        mut self,
        of_search: &Budget,
        search: impl FnOnce() -> T,
        is_open: impl FnOnce(&T) -> bool,
    ) -> (T, Option<ProvedBy>) {
        let (parts, start) = match self.jobs >= ENOUGH_CORES {
            true => (1, START_ON_OWN_CORE),
            false => (PARTS_ON_SHARED_CORE, START_ON_SHARED_CORE * self.jobs.max(1) as u32),
        };
        // It gives up when the memory runs low.
        self.budget = self.budget.child(Share::memory(1.0 - MEMORY_TO_GO_ON));
        let turns = Arc::new(Turns::new(parts, self.budget.clone()));
        let (last_chance, of_prover) = (self.last_chance, self.budget.clone());
        std::thread::scope(|scope| {
            let for_prover = Arc::clone(&turns);
            let prover = spawn_scoped(scope, "rule prover", move || {
                for_prover.begin();
                let proved = for_prover.wait(start).then(|| self.prove(&for_prover)).flatten();
                if proved.is_some() {
                    of_search.stop(Stop::NotNeeded);
                }
                proved
            });
            let answer = search();
            let Ok(prover) = prover else { return (answer, None) };
            if is_open(&answer) {
                turns.has_all_the_time.store(true, Ordering::SeqCst);
                let is_over = turns.last_chance(last_chance);
                while !prover.is_finished() && !is_over() {
                    std::thread::sleep(POLL_INTERVAL);
                }
            }
            of_prover.stop(Stop::NotNeeded);
            (answer, prover.join().unwrap_or(None))
        })
    }

    fn prove(&mut self, turns: &Arc<Turns>) -> Option<ProvedBy> {
        if self.budget.memory_left() < MEMORY_TO_START {
            return None;
        }
        self.try_all(turns).unwrap_or_else(|error| {
            // A prover that fails must not cost the answer of the search.
            tracing::warn!(%error, "the prover of the rule failed");
            None
        })
    }

    fn try_all(&mut self, turns: &Arc<Turns>) -> Result<Option<ProvedBy>, SolverError> {
        let (solvers, in_turns) = (self.solvers, InTurns(Arc::clone(turns)));
        let by_search = |prepared: &Prepared, bound: u32, budget: &Budget| {
            let proved =
                !self.by_summaries && prove_by_search(prepared, solvers, bound, &in_turns, budget)?;
            Ok::<_, SolverError>(proved.then_some(ProvedBy::Search))
        };
        // What procedures ensure already may be enough: that is known soon.
        let proved = by_search(&self.prepared, 1, &self.budget)?;
        if proved.is_some() || self.budget.stopped().is_some() {
            return Ok(proved);
        }
        let turns = Arc::clone(turns);
        let pace = Pace::new(move || turns.wait_for_turn());
        let mut new_solver = || solvers.for_path();
        let mut prepared = self.prepared.clone();
        let inferred = summarise_rule(&mut prepared, &mut new_solver, pace, &self.budget)?;
        self.kept.put(&prepared, &inferred);
        if inferred.proved || self.budget.stopped().is_some() {
            return Ok(inferred.proved.then_some(ProvedBy::Houdini));
        }
        summarise_recursion(&mut prepared.program, &inferred.kept);
        without_refuted(&mut prepared, &inferred.kept);
        by_search(&prepared, MAX_SUMMARISED_BOUND, &self.budget)
    }
}

/// Where summaries alone are no proof, a search may be one that looks into calls, but stands at the first recursive
/// one and takes its summary: whatever is asked of a loop is known, and the rest is looked at as it is.
fn prove_by_search(
    prepared: &Prepared,
    solvers: &dyn Solvers,
    bound: u32,
    turns: &InTurns,
    budget: &Budget,
) -> Result<bool, SolverError> {
    let mut options = lariat_reach::Options {
        recursion_bound: bound,
        summarise_beyond: true,
        ..lariat_reach::Options::default()
    };
    let engines = engines(&prepared.program, false, 1);
    for &relaxation in engines.iter().flat_map(|engine| &engine.relaxations) {
        let solver = solvers.for_search(relaxation)?;
        let (outcome, stats) =
            lariat_reach::search(prepared.clone(), solver, &options, budget, turns)?;
        tracing::info!(
            "the search with summaries beyond bound {} looked into {} calls{}",
            stats.bound,
            stats.instances,
            if matches!(outcome, Outcome::Unreachable) { ": a proof" } else { "" }
        );
        match outcome {
            Outcome::Unreachable => return Ok(true),
            // A path, if what was left out allows it: the next relaxation leaves out something else.
            Outcome::Reachable(found) => {
                options.first_bound = found.bound;
                options.start_from = Some(found.call_tree);
            }
            Outcome::UnreachableWithinBound { .. } | Outcome::Unknown(_) => return Ok(false),
        }
    }
    Ok(false)
}

/// The search of the prover waits for its turn, too.
struct InTurns(Arc<Turns>);

impl Progress for InTurns {
    fn at(&self, _: &Snapshot, _: &SearchStats) {
        self.0.wait_for_turn();
    }
}

/// What the search lets the prover have: one part in `parts` of the processor time, until it has all.
struct Turns {
    parts: u32,
    budget: Budget,
    started: Instant,
    /// Of search and prover.
    of_all: ProcessClock,
    of_prover: OnceLock<ThreadClock>,
    has_all_the_time: AtomicBool,
}

impl Turns {
    fn new(parts: u32, budget: Budget) -> Turns {
        Turns {
            parts,
            budget,
            started: Instant::now(),
            of_all: ProcessClock::start(),
            of_prover: OnceLock::new(),
            has_all_the_time: AtomicBool::new(false),
        }
    }

    /// The calling thread is the prover's.
    fn begin(&self) {
        self.of_prover.get_or_init(ThreadClock::start);
    }

    /// The processor time that the prover has used.
    fn used(&self) -> Duration {
        self.of_prover.get().map_or(Duration::ZERO, ThreadClock::elapsed)
    }

    /// Whether the prover may have the processor for itself.
    fn is_free(&self) -> bool {
        self.has_all_the_time.load(Ordering::SeqCst) || self.budget.stopped().is_some()
    }

    /// Sleeps until so much processor time was used; false if there is nothing to wake up for.
    fn wait(&self, time: Duration) -> bool {
        let is_time =
            || self.of_all.elapsed() >= time || self.started.elapsed() >= time * CLOCK_FACTOR;
        while !is_time() && !self.is_free() {
            std::thread::sleep(POLL_INTERVAL);
        }
        self.budget.stopped().is_none()
    }

    /// Sleeps while its part of the time is used up.
    fn wait_for_turn(&self) {
        while !self.is_free() && self.used().saturating_mul(self.parts) > self.of_all.elapsed() {
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    /// The search has ended: tells when the time that the prover has for itself is over.
    fn last_chance(&self, on_the_clock: Option<Duration>) -> impl Fn() -> bool {
        let (since, used) = (Instant::now(), self.used());
        let fair = self.of_all.elapsed().max(LAST_CHANCE);
        move || match on_the_clock {
            Some(time) => since.elapsed() >= time,
            None => {
                self.used().saturating_sub(used) >= fair
                    || since.elapsed() >= fair.saturating_mul(CLOCK_FACTOR)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prover_waits_until_its_part_of_the_time_is_not_used_up() {
        let turns = Turns::new(20, Budget::unlimited());
        turns.begin();
        let since = Instant::now();
        while turns.used() < Duration::from_millis(100) && since.elapsed() < LAST_CHANCE {
            std::hint::black_box((0..10_000_u64).sum::<u64>());
        }
        let before = turns.used();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| turns.wait_for_turn());
            std::thread::sleep(POLL_INTERVAL * 4);
            // Without a processor time that says otherwise, it goes on when it has all the time.
            assert!(turns.of_all.elapsed() < before * 20 && !waiting.is_finished());
            turns.has_all_the_time.store(true, Ordering::SeqCst);
        });
    }

    #[test]
    fn the_last_chance_is_over_when_the_user_says_so_and_with_the_prover() {
        let turns = Turns::new(1, Budget::unlimited());
        assert!(turns.last_chance(Some(Duration::ZERO))());
        assert!(!turns.last_chance(Some(Duration::from_secs(600)))());
        assert!(!turns.last_chance(None)());
        std::thread::scope(|scope| scope.spawn(|| turns.begin()).join().expect("no panic"));
        let is_over = turns.last_chance(None);
        turns.budget.stop(Stop::NotNeeded);
        assert!(turns.is_free() && !turns.wait(Duration::from_secs(600)));
        let _ = is_over();
    }
}
