//! What the threads of one search share: the parts of the current bound, which thread works on which, and what
//! was found out.

use crate::options::{BoundHit, Found, Options, SearchStats, Splitting, UnknownReason};
use crate::part::{CallTree, Decision, Part};
use crate::search::Search;
use lariat_budget::{Budget, POLL_INTERVAL, Share, Stop};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The parts of a bound, shared by all threads.
pub(crate) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    splitting: Splitting,
    /// Stopped when no thread needs to go on.
    pub(crate) budget: Budget,
    started: Instant,
}

#[derive(Default)]
struct State {
    /// Parts that no thread works on yet.
    waiting: VecDeque<Task>,
    /// What each thread works on.
    working: Vec<Option<Work>>,
    /// Shown to have no path at this bound.
    refuted: Vec<Vec<Decision>>,
    hits: Vec<BoundHit>,
    /// Why some part has no answer.
    unknown: Option<UnknownReason>,
    found: Option<Found>,
    /// Threads without work.
    idle: usize,
    over: bool,
    next_decision: u32,
    stats: SearchStats,
    /// What threads looked into that have ended their part.
    trees: Vec<CallTree>,
}

/// A part to work on.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) part: Arc<Part>,
    /// If another thread works on this part, too: the part as it was when it was split off, which may have been more, and
    /// which the solver of the thread that split it off still fits.
    pub(crate) origin: Option<Arc<Part>>,
}

struct Work {
    /// As it was in the beginning.
    origin: Arc<Part>,
    /// As it was when a thread last asked for work.
    latest: Arc<Part>,
    decisions: Vec<Decision>,
    /// When it began, or was split last.
    since: Instant,
    /// When the thread was last between two steps.
    last_step: Instant,
    /// Of this part alone: it is stopped when others have made the part useless.
    budget: Budget,
    cancelled: bool,
    /// Whether another thread tries the same part with another seed.
    has_twin: bool,
}

/// How a part ended.
pub(crate) enum Verdict {
    /// No path, for all executions with these decisions; this was cut off.
    Nothing(Vec<Decision>, Vec<BoundHit>),
    Found(Found),
    Unknown(UnknownReason),
    /// Others found out the same before.
    NotNeeded,
    /// The part goes back: this thread cannot go on.
    GivenBack(Arc<Part>),
}

/// What there is to do.
pub(crate) enum Next {
    Work(Task),
    /// The bound is done.
    Done,
    /// Everything is.
    Over,
}

impl Pool {
    pub(crate) fn new(options: &Options, budget: &Budget) -> Self {
        let given = options.part.as_ref().map_or(0, |p| p.decisions.len());
        let state = State {
            working: (0..options.jobs).map(|_| None).collect(),
            next_decision: u32::try_from(given).unwrap_or(u32::MAX),
            ..State::default()
        };
        Pool {
            state: Mutex::new(state),
            changed: Condvar::new(),
            splitting: options.splitting,
            budget: budget.child(Share::ALL),
            started: Instant::now(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first thread begins a bound with the whole of it.
    pub(crate) fn open_bound(&self, search: &mut Search<'_>) {
        let mut state = self.lock();
        state.refuted.clear();
        state.hits.clear();
        let work = Work::on(&Arc::new(search.part()), self.budget.child(Share::ALL));
        search.budget = work.budget.clone();
        state.working[0] = Some(work);
    }

    /// A thread begins a part.
    pub(crate) fn begin(&self, thread: usize, search: &mut Search<'_>) {
        let mut state = self.lock();
        state.cancel_refuted();
        if let Some(work) = &state.working[thread] {
            search.budget = work.budget.clone();
        }
    }

    /// A thread has ended its part.
    pub(crate) fn end(&self, thread: usize, verdict: Verdict, tree: CallTree) {
        let mut state = self.lock();
        state.working[thread] = None;
        match verdict {
            Verdict::Nothing(decisions, hits) => {
                for hit in hits {
                    if !state.hits.contains(&hit) {
                        state.hits.push(hit);
                    }
                }
                // The first thread has looked into its own, and if the answer depends on no decision,
                // the others looked for nothing.
                match decisions.is_empty() {
                    true => state.trees.clear(),
                    false if thread > 0 => state.trees.push(tree),
                    false => {}
                }
                state.refuted.push(decisions);
                state.cancel_refuted();
            }
            Verdict::Found(found) => {
                state.found.get_or_insert(found);
                state.over = true;
                self.budget.stop(Stop::NotNeeded);
            }
            Verdict::Unknown(why) => {
                state.unknown.get_or_insert(why);
            }
            Verdict::NotNeeded => {}
            Verdict::GivenBack(part) => {
                state.waiting.push_front(Task { part, origin: None });
            }
        }
        self.changed.notify_all();
    }

    /// Waits for something to do within this budget. The first thread is told when the bound is done, the
    /// others wait for the next.
    pub(crate) fn next(&self, thread: usize, budget: &Budget) -> Next {
        let mut state = self.lock();
        state.idle += 1;
        let next = loop {
            if state.over || budget.stopped().is_some() {
                break Next::Over;
            }
            if let Some(task) = state.waiting.pop_front() {
                if is_refuted(&state.refuted, &task.part.decisions) {
                    continue;
                }
                state.working[thread] = Some(Work::on(&task.part, budget.child(Share::ALL)));
                break Next::Work(task);
            }
            if thread == 0 && state.working.iter().all(Option::is_none) {
                break Next::Done;
            }
            if let Some(task) = self.twin(&mut state) {
                let work = Work::on(&task.part, budget.child(Share::ALL));
                state.working[thread] = Some(Work { has_twin: true, ..work });
                break Next::Work(task);
            }
            let waited = self.changed.wait_timeout(state, POLL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        state.idle -= 1;
        next
    }

    /// Helpers wait for this long after the start, or until everything is over.
    pub(crate) fn is_time_to_help(&self, budget: &Budget) -> bool {
        let mut state = self.lock();
        loop {
            if state.over || budget.stopped().is_some() {
                return false;
            }
            let left = self.splitting.after.saturating_sub(self.started.elapsed());
            if left.is_zero() {
                return true;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// All threads have been inside a query for a while: the part that is longest without a step is tried a
    /// second time.
    fn twin(&self, state: &mut State) -> Option<Task> {
        let patience = self.splitting.patience;
        let slow = state
            .working
            .iter_mut()
            .flatten()
            .filter(|w| !w.has_twin && !w.cancelled && w.last_step.elapsed() >= patience);
        let work = slow.min_by_key(|w| w.last_step)?;
        work.has_twin = true;
        Some(Task { part: work.latest.clone(), origin: Some(work.origin.clone()) })
    }

    /// What all parts of the bound together say.
    pub(crate) fn summary(&self) -> (Option<Found>, Option<UnknownReason>, Vec<BoundHit>) {
        let mut state = self.lock();
        (state.found.take(), state.unknown.take(), state.hits.clone())
    }

    /// What was looked into in parts of the last bound.
    pub(crate) fn take_trees(&self) -> Vec<CallTree> {
        std::mem::take(&mut self.lock().trees)
    }

    /// No thread needs to go on.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.over = true;
        self.budget.stop(Stop::NotNeeded);
        self.changed.notify_all();
    }

    pub(crate) fn add_stats(&self, stats: &SearchStats) {
        self.lock().stats.add(stats);
    }

    pub(crate) fn stats(&self) -> SearchStats {
        self.lock().stats.clone()
    }
}

impl State {
    fn cancel_refuted(&mut self) {
        let refuted = &self.refuted;
        for work in self.working.iter_mut().flatten() {
            if !work.cancelled && is_refuted(refuted, &work.decisions) {
                work.cancelled = true;
                work.budget.stop(Stop::NotNeeded);
            }
        }
    }
}

impl Work {
    fn on(part: &Arc<Part>, budget: Budget) -> Self {
        Work {
            origin: part.clone(),
            latest: part.clone(),
            decisions: part.decisions.clone(),
            since: Instant::now(),
            last_step: Instant::now(),
            budget,
            cancelled: false,
            has_twin: false,
        }
    }
}

/// Whether it was shown that a part with these decisions has no path.
fn is_refuted(refuted: &[Vec<Decision>], decisions: &[Decision]) -> bool {
    refuted.iter().any(|r| r.iter().all(|d| decisions.contains(d)))
}

/// One thread as the others see it.
pub(crate) struct Worker {
    pub(crate) pool: Arc<Pool>,
    pub(crate) thread: usize,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GoOn {
    Yes,
    No,
}

impl GoOn {
    pub(crate) fn is_not_needed(self) -> bool {
        self == GoOn::No
    }
}

impl Worker {
    /// Called between two steps of a search: hands out a share of it if a thread is idle.
    pub(crate) fn between_steps(&self, search: &mut Search<'_>) -> GoOn {
        let splitting = self.pool.splitting;
        let (wanted, asked) = {
            let mut state = self.pool.lock();
            let (idle, waiting, over) = (state.idle, state.waiting.len(), state.over);
            let Some(work) = &mut state.working[self.thread] else { return GoOn::Yes };
            work.last_step = Instant::now();
            if over || work.cancelled {
                return GoOn::No;
            }
            let at_once = work.decisions.len() < splitting.at_once;
            let ripe = idle > waiting && work.since.elapsed() >= splitting.every;
            (at_once || ripe, idle > 0)
        };
        if wanted {
            self.share(search);
        } else if asked && let Some(work) = &mut self.pool.lock().working[self.thread] {
            work.latest = Arc::new(search.part());
        }
        GoOn::Yes
    }

    /// Decides a site and leaves one half to others, if there is a site worth it.
    fn share(&self, search: &mut Search<'_>) {
        let site = match self.pool.splitting.at_once {
            0 => search.choose_site(),
            _ => search.any_site(),
        };
        let Some(site) = site.and_then(|s| u32::try_from(s.index()).ok()) else { return };
        let mut state = self.pool.lock();
        let number = state.next_decision;
        let mut part = search.part();
        part.decisions.push(Decision { number, site, reached: true });
        if search.decide(Decision { number, site, reached: false }).is_err() {
            return;
        }
        state.next_decision += 1;
        state.stats.splits += 1;
        if let Some(work) = &mut state.working[self.thread] {
            work.decisions = search.decided.all().to_vec();
            work.latest = Arc::new(search.part());
            work.since = Instant::now();
        }
        state.waiting.push_back(Task { part: Arc::new(part), origin: None });
        self.pool.changed.notify_all();
    }

    /// Whether the last query ended because another thread has made it useless.
    pub(crate) fn was_cancelled(&self) -> bool {
        let state = self.pool.lock();
        state.over || state.working[self.thread].as_ref().is_some_and(|w| w.cancelled)
    }
}
