//! Engines for one question ([`crate::engines`]), beside each other: the first to answer ends the others.
//!
//! With several threads the second engine starts at once, or nearly. With one it starts when the first makes no progress, and
//! then both share the processor: nothing that one of them has found out is lost, and no time limit has to guess which of them
//! will be the one. When an engine starts is measured in processor time of the first, so that it does not depend on what else
//! the machine does. The first engine runs in the thread of the caller, one bound at a time.

use crate::engines::{Engine, Start};
use crate::solvers::{Maps, Relaxation, Solvers};
use crate::spurious::Feasible;
use lariat_budget::{Budget, Share, Stop, ThreadClock, spawn_scoped};
use lariat_passes::Prepared;
use lariat_reach::{
    BoundHit, Found, NewSolver, Options, Outcome, Progress, SearchStats, Silent, Snapshot, Step,
    TeamSearch, UnknownReason,
};
use lariat_solver::{GaveUp, SolverError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

/// Another engine starts if so much of the memory is free: it may need as much as the first.
const MEMORY_LEFT_TO_START: f64 = 0.5;

/// How often an engine that waits looks at the first: its turn comes in seconds.
const TURN_INTERVAL: Duration = Duration::from_millis(200);

/// What all engines work on.
pub(crate) struct Race<'a> {
    solvers: &'a dyn Solvers,
    /// Whether a path of which a solver was not certain is one.
    is_real: &'a (dyn Fn(&Found) -> Feasible + Sync),
    /// Sees what the first engine does.
    progress: &'a (dyn Progress + Sync),
    /// Stopped when there is an answer.
    pub(crate) budget: Budget,
    leader: Mutex<Leader>,
    changed: Condvar,
}

/// The first engine, as the others see it.
struct Leader {
    clock: ThreadClock,
    /// Processor time when it last came between two queries.
    seen: Duration,
    /// Whether it has ended.
    gave_way: bool,
    /// Whether it is too late to start.
    closed: bool,
}

type Answer = Result<(Outcome, SearchStats), SolverError>;

impl<'a> Race<'a> {
    /// The calling thread will be that of the first engine.
    pub(crate) fn new(
        solvers: &'a dyn Solvers,
        is_real: &'a (dyn Fn(&Found) -> Feasible + Sync),
        progress: &'a (dyn Progress + Sync),
        budget: &Budget,
    ) -> Self {
        let leader = Leader {
            clock: ThreadClock::start(),
            seen: Duration::ZERO,
            gave_way: false,
            closed: false,
        };
        Race {
            solvers,
            is_real,
            progress,
            budget: budget.child(Share::ALL),
            leader: Mutex::new(leader),
            changed: Condvar::new(),
        }
    }

    /// Starts the engines; all but the first wait for their turn.
    pub(crate) fn start<'s, 'e>(
        &'s self,
        scope: &'s Scope<'s, 'e>,
        engines: &'s [Engine],
        prepared: Prepared,
        options: &Options,
    ) -> Running<'s, 'e> {
        let (first, others) = match engines {
            [first, others @ ..] => (first.relaxations.as_slice(), others),
            [] => (&[][..], &[][..]),
        };
        // A part of a split search is one of many that run anyway.
        let others = if options.part.is_some() { &[] } else { others };
        let prepared = Arc::new(prepared);
        // One thread is the second engine's.
        let jobs = options.jobs.saturating_sub(usize::from(!others.is_empty())).max(1);
        let first = EngineRun::new(self, scope, first, &prepared, (options, jobs), self);
        let mut running = Running { race: self, first, others: Vec::new() };
        for engine in others {
            let (prepared, options) = (Arc::clone(&prepared), options.clone());
            let run = move || {
                self.wait_for_turn(engine.starts).then(|| {
                    tracing::info!("the {} engine starts", engine.name);
                    let relaxations = &engine.relaxations;
                    EngineRun::new(self, scope, relaxations, &prepared, (&options, 1), &Silent)
                        .run()
                })
            };
            match spawn_scoped(scope, engine.name, run) {
                Ok(thread) => running.others.push(thread),
                Err(error) => tracing::warn!(%error, "cannot start the {} engine", engine.name),
            }
        }
        running
    }

    fn leader(&self) -> MutexGuard<'_, Leader> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change_leader(&self, change: impl FnOnce(&mut Leader)) {
        change(&mut self.leader());
        self.changed.notify_all();
    }

    /// There is an answer.
    pub(crate) fn end(&self) {
        self.budget.stop(Stop::NotNeeded);
        self.changed.notify_all();
    }

    /// Waits until another engine should start. False if it need not.
    fn wait_for_turn(&self, starts: Start) -> bool {
        let mut leader = self.leader();
        loop {
            if leader.closed || self.budget.stopped().is_some() {
                return false;
            }
            let used = leader.clock.elapsed();
            let is_stuck = used.saturating_sub(leader.seen) >= starts.stuck;
            let in_need = is_stuck || used >= starts.after;
            let has_memory = || self.budget.memory_left() >= MEMORY_LEFT_TO_START;
            if leader.gave_way && starts.takes_over || in_need && has_memory() {
                return true;
            }
            let woken = self.changed.wait_timeout(leader, TURN_INTERVAL);
            leader = woken.map_or_else(|error| error.into_inner().0, |woken| woken.0);
        }
    }
}

/// What the first engine tells.
impl Progress for Race<'_> {
    fn at(&self, snapshot: &Snapshot, stats: &SearchStats) {
        let mut leader = self.leader();
        leader.seen = leader.clock.elapsed();
        drop(leader);
        self.progress.at(snapshot, stats);
    }

    fn bound_searched(&self, bound: u32, hits: &[BoundHit]) {
        self.progress.bound_searched(bound, hits);
    }
}

/// The engines at work. They end with it.
pub(crate) struct Running<'s, 'e> {
    race: &'s Race<'s>,
    first: EngineRun<'s, 'e>,
    others: Vec<ScopedJoinHandle<'s, Option<Answer>>>,
}

impl Drop for Running<'_, '_> {
    fn drop(&mut self) {
        self.race.end();
    }
}

impl Running<'_, '_> {
    /// The first engine searches its next bound. An end is that of all engines.
    pub(crate) fn next_bound(&mut self) -> Result<Step, SolverError> {
        let mine = match self.first.next_bound() {
            Ok(Step::Ended(outcome)) => Ok((outcome, self.first.take_stats())),
            Ok(step) => return Ok(step),
            Err(error) => Err(error),
        };
        if is_answer(&mine) || self.race.budget.stopped().is_some() {
            self.race.end();
        } else {
            self.race.change_leader(|leader| leader.gave_way = true);
        }
        let (outcome, stats) = self.wait_for_others(mine)?;
        self.first.stats = stats;
        Ok(Step::Ended(outcome))
    }

    /// Ends all engines; what they did.
    pub(crate) fn finish(mut self) -> SearchStats {
        self.race.end();
        let none = Ok((Outcome::Unknown(UnknownReason::NotSearched), SearchStats::default()));
        let mut stats = self.wait_for_others(none).map_or_else(|_| SearchStats::default(), |a| a.1);
        stats.add(&self.first.take_stats());
        stats
    }

    fn wait_for_others(&mut self, mine: Answer) -> Answer {
        let mut answer = mine;
        for other in self.others.drain(..) {
            let theirs = other.join().ok().flatten();
            answer = better_of(answer, theirs);
            // An engine that still waits for its turn is not needed: two have tried.
            self.race.change_leader(|leader| leader.closed = true);
        }
        answer
    }
}

/// One engine: its relaxations, one after the other.
struct EngineRun<'s, 'e> {
    race: &'s Race<'s>,
    scope: &'s Scope<'s, 'e>,
    /// Those that were not tried yet.
    relaxations: &'s [Relaxation],
    prepared: Arc<Prepared>,
    options: Options,
    progress: &'s dyn Progress,
    search: Option<TeamSearch<'s>>,
    stats: SearchStats,
    /// Why there is no answer so far.
    unknown: UnknownReason,
    /// A path that no solver was sure of, the first one.
    perhaps: Option<Found>,
}

impl<'s, 'e> EngineRun<'s, 'e> {
    fn new(
        race: &'s Race<'s>,
        scope: &'s Scope<'s, 'e>,
        relaxations: &'s [Relaxation],
        prepared: &Arc<Prepared>,
        (options, jobs): (&Options, usize),
        progress: &'s dyn Progress,
    ) -> Self {
        EngineRun {
            race,
            scope,
            relaxations,
            prepared: Arc::clone(prepared),
            options: Options { jobs, ..options.clone() },
            progress,
            search: None,
            stats: SearchStats::default(),
            unknown: UnknownReason::NotSearched,
            perhaps: None,
        }
    }

    /// Searches all bounds, and ends the other engines if there is an answer.
    fn run(mut self) -> Answer {
        let outcome = loop {
            if let Some(outcome) = self.next_bound()?.outcome() {
                break outcome;
            }
        };
        let answer = Ok((outcome, self.take_stats()));
        if is_answer(&answer) {
            self.race.end();
        }
        answer
    }

    /// Searches the next bound, with the next relaxation if the last one came to nothing.
    fn next_bound(&mut self) -> Result<Step, SolverError> {
        loop {
            let Some(relaxation) = self.relaxation() else {
                let unknown = || Outcome::Unknown(self.unknown.clone());
                return Ok(Step::Ended(
                    self.perhaps.take().map_or_else(unknown, Outcome::Reachable),
                ));
            };
            let outcome = match self.search(relaxation)?.next_bound()? {
                Step::Ended(outcome) => outcome,
                step => return Ok(step),
            };
            self.unknown = match outcome {
                Outcome::Reachable(found) if !found.certain => match (self.race.is_real)(&found) {
                    Feasible::No => {
                        self.options.first_bound = found.bound;
                        self.options.start_from = Some(found.call_tree);
                        UnknownReason::Spurious
                    }
                    // Quantifiers leave it open: the look by models, if there is one, may still be a proof.
                    Feasible::Perhaps if self.looks_by_models_later() => {
                        self.options.first_bound = found.bound;
                        self.options.start_from = Some(found.call_tree.clone());
                        self.perhaps.get_or_insert(found);
                        UnknownReason::Spurious
                    }
                    Feasible::Yes | Feasible::Perhaps => {
                        return Ok(Step::Ended(Outcome::Reachable(found)));
                    }
                },
                Outcome::Unknown(why) => why,
                answer => return Ok(Step::Ended(answer)),
            };
            self.stats = self.take_stats();
            self.relaxations = match self.race.budget.stopped() {
                Some(_) => &[],
                None => &self.relaxations[1..],
            };
            tracing::info!("inconclusive with {relaxation:?} ({}); next relaxation", self.unknown);
        }
    }

    /// Whether a relaxation that was not tried yet looks by models.
    fn looks_by_models_later(&self) -> bool {
        self.relaxations.iter().skip(1).any(|r| r.models)
    }

    /// The relaxation that is tried now: with too many cells, one without.
    fn relaxation(&mut self) -> Option<Relaxation> {
        while let [first, rest @ ..] = self.relaxations {
            let too_many = self.unknown == UnknownReason::Solver(GaveUp::TooManyCells);
            if !(self.search.is_none() && too_many && first.maps == Maps::ByCells) {
                return Some(*first);
            }
            self.relaxations = rest;
        }
        None
    }

    /// The search that is running, or a new one.
    fn search(&mut self, relaxation: Relaxation) -> Result<&mut TeamSearch<'s>, SolverError> {
        let search = match self.search.take() {
            Some(search) => search,
            None => {
                let solvers = self.race.solvers;
                let solver = solvers.for_search(relaxation)?;
                let new_solver: NewSolver<'s> =
                    Arc::new(move |thread| solvers.for_helper(thread, relaxation));
                TeamSearch::start(
                    self.scope,
                    (*self.prepared).clone(),
                    solver,
                    &self.options,
                    &self.race.budget,
                    self.progress,
                    new_solver,
                )
            }
        };
        Ok(self.search.insert(search))
    }

    /// What was done so far, the search that is running included.
    fn take_stats(&mut self) -> SearchStats {
        let mut stats = std::mem::take(&mut self.stats);
        if let Some(search) = self.search.take() {
            stats.add(&search.final_stats());
        }
        stats
    }
}

fn is_answer(answer: &Answer) -> bool {
    matches!(answer, Ok((outcome, _)) if !matches!(outcome, Outcome::Unknown(_)))
}

/// The answer of another engine if only that is one.
fn better_of(mine: Answer, theirs: Option<Answer>) -> Answer {
    match theirs {
        Some(theirs) if !is_answer(&mine) && (is_answer(&theirs) || mine.is_err()) => {
            with_stats_of(theirs, mine)
        }
        Some(theirs) => with_stats_of(mine, theirs),
        None => mine,
    }
}

fn with_stats_of(answer: Answer, other: Answer) -> Answer {
    let (outcome, own) = answer?;
    let mut stats = SearchStats::default();
    if let Ok((_, theirs)) = other {
        stats.add(&theirs);
    }
    stats.add(&own);
    Ok((outcome, stats))
}
