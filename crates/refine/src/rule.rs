//! Summaries from the rule, in slices beside the search.
//!
//! Where the state of a rule is kept by every procedure, Houdini proves for every bound what a search
//! does not get through ([`lariat_houdini::rule_candidates`]). Nobody knows beforehand whether that is
//! so, and a program with a bug must not wait for it. So the prover has a thread in which it sleeps
//! most of the time while the search goes on: of the processors that the search may use it has a tenth
//! of the time, unless there are enough for both engines and for it. When the search ends with a bound,
//! the prover has the time for itself.

use crate::prover::KeptSummaries;
use crate::race::Finish;
use crate::settings::Solvers;
use lariat_houdini::{Inferred, Options, RuleLimits, infer, rule_candidates};
use lariat_passes::Prepared;
use lariat_reach::{Control, Snapshot};
use lariat_solver::{Interrupter, Solver, SolverError};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
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
/// How long the prover sleeps before it looks again.
const NAP: Duration = Duration::from_millis(20);
/// The stack of the prover's thread; only what is used costs memory.
const STACK: usize = 256 << 20;

/// A prover for one prepared program.
pub(crate) struct RuleProver<'a> {
    pub(crate) prepared: Prepared,
    pub(crate) solvers: &'a dyn Solvers,
    pub(crate) control: &'a (dyn Control + Sync),
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
    control: &dyn Control,
) -> Result<Inferred, SolverError> {
    let candidates = rule_candidates(prepared, &RuleLimits::default());
    let inferred = infer(prepared, candidates, new_solver, &Options::default(), control)?;
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
    /// Searches with the prover beside; gives what the search says, and whether there is a proof.
    /// `is_open` says of an answer that a proof would say more.
    pub(crate) fn beside<T>(
        mut self,
        finish: &Finish,
        search: impl FnOnce() -> T,
        is_open: impl FnOnce(&T) -> bool,
    ) -> (T, bool) {
        let turns = Turns::default();
        let started = Instant::now();
        std::thread::scope(|scope| {
            let last_chance = self.last_chance;
            let prover = std::thread::Builder::new().name("rule prover".into()).stack_size(STACK);
            let prover = prover.spawn_scoped(scope, || {
                let proved = self.prove(&turns);
                if proved {
                    finish.all();
                }
                proved
            });
            let answer = search();
            if is_open(&answer) {
                let time = last_chance.unwrap_or(started.elapsed().max(LAST_CHANCE));
                turns.have_all_until(Instant::now() + time);
            } else {
                turns.end();
            }
            let proved = prover.ok().and_then(|p| p.join().ok()).unwrap_or(false);
            (answer, proved)
        })
    }

    fn prove(&mut self, turns: &Turns) -> bool {
        let alone = self.jobs >= ENOUGH_CORES;
        let parts = if alone { 1 } else { (PARTS / self.jobs.max(1)) as u32 };
        let slept = Cell::new(Duration::ZERO);
        let control = Sliced { inner: self.control, turns, started: Instant::now(), slept, parts };
        let start = if alone { START_ON_OWN_CORE } else { START_ON_SHARED_CORE };
        if !control.wait(start) || self.control.memory_left() < MEMORY_TO_START {
            return false;
        }
        let solvers = self.solvers;
        let mut new_solver = || {
            let solver = solvers.for_path()?;
            turns.watch(solver.interrupter());
            Ok(solver)
        };
        match summarise_rule(&mut self.prepared, &mut new_solver, &control) {
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

/// What the search lets the prover have.
#[derive(Default)]
struct Turns {
    over: AtomicBool,
    /// The prover has all the time until then.
    until: Mutex<Option<Instant>>,
    running: Mutex<Vec<Interrupter>>,
}

impl Turns {
    fn have_all_until(&self, end: Instant) {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
    }

    fn until(&self) -> Option<Instant> {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the prover, in whatever query it is.
    fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
        for interrupt in self.running.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            interrupt();
        }
    }

    fn watch(&self, interrupter: Interrupter) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).push(interrupter);
    }
}

/// A control that sleeps when its part of the time is used up.
struct Sliced<'a> {
    inner: &'a (dyn Control + Sync),
    turns: &'a Turns,
    started: Instant,
    slept: Cell<Duration>,
    parts: u32,
}

impl Sliced<'_> {
    /// Why there is no more to do, if so.
    fn ended(&self) -> Option<String> {
        if self.turns.over.load(Ordering::SeqCst) {
            return Some("not needed any more".into());
        }
        if self.inner.memory_left() < MEMORY_TO_GO_ON {
            return Some("too little memory is left".into());
        }
        let is_over = self.turns.until().is_some_and(|end| Instant::now() >= end);
        self.inner.stop().or_else(|| is_over.then(|| "timeout".to_owned()))
    }

    fn nap(&self) {
        let before = Instant::now();
        std::thread::sleep(NAP);
        self.slept.set(self.slept.get() + before.elapsed());
    }

    /// Sleeps for a while; false if there is nothing to wake up for.
    fn wait(&self, time: Duration) -> bool {
        while self.started.elapsed() < time && self.turns.until().is_none() {
            if self.ended().is_some() {
                return false;
            }
            self.nap();
        }
        self.ended().is_none()
    }

    fn used_up(&self) -> bool {
        let elapsed = self.started.elapsed();
        let worked = elapsed.saturating_sub(self.slept.get());
        self.turns.until().is_none() && worked * self.parts > elapsed
    }
}

impl Control for Sliced<'_> {
    fn stop(&self) -> Option<String> {
        loop {
            let ended = self.ended();
            if ended.is_some() || !self.used_up() {
                return ended;
            }
            self.nap();
        }
    }

    fn time_left(&self) -> Option<Duration> {
        let left = self.turns.until().map(|end| end.saturating_duration_since(Instant::now()));
        match (left, self.inner.time_left()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    fn progress(&self, _: &Snapshot) {}
}
