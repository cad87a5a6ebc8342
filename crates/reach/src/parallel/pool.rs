//! What the threads of one search share: the parts of the current bound, who works on which, and what
//! was found out.

use super::Splitting;
use crate::call_tree::CallTree;
use crate::decisions::{Decision, Part};
use crate::options::{BoundHit, Found, SearchStats};
use crate::search::Search;
use lariat_solver::Interrupter;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often somebody who waits looks around.
const LOOK: Duration = Duration::from_millis(20);
/// How long a part in which no site is worth deciding is left alone.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// The board that all look at.
pub(crate) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    splitting: Splitting,
    started: Instant,
}

#[derive(Default)]
struct State {
    /// Parts that nobody works on yet.
    waiting: VecDeque<Share>,
    /// Who works on what, by thread.
    working: Vec<Option<Work>>,
    /// Shown to have no path at this bound.
    refuted: Vec<Vec<Decision>>,
    hits: Vec<BoundHit>,
    /// Why some part has no answer.
    doubt: Option<String>,
    found: Option<Found>,
    /// Threads without work.
    hungry: usize,
    over: bool,
    next_decision: u32,
    stats: SearchStats,
    /// What threads looked into that have ended their part.
    trees: Vec<CallTree>,
}

/// A part to work on.
#[derive(Clone)]
pub(crate) struct Share {
    pub(crate) part: Arc<Part>,
    /// Somebody else works on the same part, with other luck.
    pub(crate) is_twin: bool,
    /// Its queries are not to be interrupted.
    pub(crate) is_calm: bool,
}

struct Work {
    decisions: Vec<Decision>,
    /// When it began, or was split last.
    since: Instant,
    /// When the thread was last between two steps.
    last_step: Instant,
    interrupter: Option<Interrupter>,
    cancelled: bool,
    is_calm: bool,
    disturbed: bool,
    /// How often it was disturbed: each time the next comes later.
    disturbances: u32,
    /// When no site was found worth deciding, and a twin was made.
    indivisible: Option<Instant>,
}

/// How a part ended.
pub(crate) enum Verdict {
    /// No path, for all executions with these decisions; this was cut off.
    Nothing(Vec<Decision>, Vec<BoundHit>),
    Found(Found),
    Doubt(String),
    /// Others found out the same before.
    NotNeeded,
    /// The part goes back: this thread cannot go on.
    GivenBack(Arc<Part>),
}

/// What there is to do.
pub(crate) enum Next {
    Work(Share),
    /// The bound is done.
    Done,
    /// Everything is.
    Over,
}

impl Pool {
    pub(crate) fn new(threads: usize, given: usize, splitting: Splitting) -> Self {
        let state = State {
            working: (0..threads).map(|_| None).collect(),
            next_decision: u32::try_from(given).unwrap_or(u32::MAX),
            ..State::default()
        };
        Pool {
            state: Mutex::new(state),
            changed: Condvar::new(),
            splitting,
            started: Instant::now(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first thread begins a bound with the whole of it.
    pub(crate) fn open_bound(&self, search: &Search<'_>) {
        let mut state = self.lock();
        state.refuted.clear();
        state.hits.clear();
        state.working[0] = Some(Work::new(search));
    }

    /// A thread begins a part.
    pub(crate) fn begin(&self, thread: usize, search: &Search<'_>) {
        let mut state = self.lock();
        let refuted = state.refuted.clone();
        if let Some(work) = &mut state.working[thread] {
            work.interrupter = Some(search.solver.interrupter());
            work.cancelled |= is_refuted(&refuted, &work.decisions);
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
                state.refuted.push(decisions);
                state.trees.push(tree);
                state.cancel_refuted();
            }
            Verdict::Found(found) => {
                state.found.get_or_insert(found);
                state.over = true;
                state.interrupt_all();
            }
            Verdict::Doubt(why) => {
                state.doubt.get_or_insert(why);
            }
            Verdict::NotNeeded => {}
            Verdict::GivenBack(part) => {
                state.waiting.push_front(Share { part, is_twin: false, is_calm: true });
            }
        }
        self.changed.notify_all();
    }

    /// Waits for something to do; `stop` says that somebody else wants an end. The first thread is told
    /// when the bound is done, the others wait for the next.
    pub(crate) fn next(&self, thread: usize, stop: &dyn Fn() -> bool) -> Next {
        let mut state = self.lock();
        state.hungry += 1;
        let next = loop {
            if state.over || stop() {
                break Next::Over;
            }
            if let Some(share) = state.waiting.pop_front() {
                if is_refuted(&state.refuted, &share.part.decisions) {
                    continue;
                }
                let work = Work::on(&share.part);
                state.working[thread] = Some(Work { is_calm: share.is_calm, ..work });
                break Next::Work(share);
            }
            if thread == 0 && state.working.iter().all(Option::is_none) {
                break Next::Done;
            }
            self.disturb(&mut state);
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        state.hungry -= 1;
        next
    }

    /// Helpers wait for this long after the start, or until everything is over.
    pub(crate) fn is_time_to_help(&self, stop: &dyn Fn() -> bool) -> bool {
        let mut state = self.lock();
        loop {
            if state.over || stop() {
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

    /// Somebody waits while others are in long queries: the one that is longest without a step is
    /// interrupted, so that it can share its part.
    fn disturb(&self, state: &mut State) {
        if !self.splitting.disturb || state.hungry <= state.waiting.len() {
            return;
        }
        let patience = self.splitting.patience;
        let slow = state.working.iter_mut().flatten().filter(|w| {
            let wait = patience * 2u32.saturating_pow(w.disturbances);
            let busy = w.disturbed || w.cancelled || w.is_calm || w.is_indivisible();
            !busy && w.last_step.elapsed() >= wait
        });
        if let Some(work) = slow.min_by_key(|w| w.last_step)
            && let Some(interrupt) = work.interrupter.clone()
        {
            work.disturbed = true;
            work.disturbances += 1;
            interrupt();
        }
    }

    /// What all parts of the bound together say.
    pub(crate) fn summary(&self) -> (Option<Found>, Option<String>, Vec<BoundHit>) {
        let mut state = self.lock();
        (state.found.take(), state.doubt.take(), state.hits.clone())
    }

    /// What was looked into in parts of the last bound.
    pub(crate) fn take_trees(&self) -> Vec<CallTree> {
        std::mem::take(&mut self.lock().trees)
    }

    /// Nobody needs to go on.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.over = true;
        state.interrupt_all();
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
                work.interrupter.iter().for_each(|interrupt| interrupt());
            }
        }
    }

    fn interrupt_all(&mut self) {
        for work in self.working.iter_mut().flatten() {
            work.cancelled = true;
            work.interrupter.iter().for_each(|interrupt| interrupt());
        }
    }
}

impl Work {
    /// The graph grows: after a while it is worth another look.
    fn is_indivisible(&self) -> bool {
        self.indivisible.is_some_and(|since| since.elapsed() < LOOK_AGAIN)
    }

    fn new(search: &Search<'_>) -> Self {
        let interrupter = Some(search.solver.interrupter());
        Work { interrupter, ..Work::on(&search.part()) }
    }

    fn on(part: &Part) -> Self {
        Work {
            decisions: part.decisions.clone(),
            since: Instant::now(),
            last_step: Instant::now(),
            interrupter: None,
            cancelled: false,
            is_calm: false,
            disturbed: false,
            disturbances: 0,
            indivisible: None,
        }
    }
}

/// Whether it was shown that a part with these decisions has no path.
fn is_refuted(refuted: &[Vec<Decision>], decisions: &[Decision]) -> bool {
    refuted.iter().any(|r| r.iter().all(|d| decisions.contains(d)))
}

/// Where one thread meets the others.
pub(crate) struct Desk<'p> {
    pub(crate) pool: &'p Pool,
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

impl Desk<'_> {
    /// Called between two steps of a search: hands out a share of it if somebody is without work.
    pub(crate) fn between_steps(&self, search: &mut Search<'_>) -> GoOn {
        let splitting = self.pool.splitting;
        let (wanted, indivisible) = {
            let mut state = self.pool.lock();
            let (hungry, waiting, over) = (state.hungry, state.waiting.len(), state.over);
            let Some(work) = &mut state.working[self.thread] else { return GoOn::Yes };
            work.last_step = Instant::now();
            if over || work.cancelled {
                return GoOn::No;
            }
            let eager = work.decisions.len() < splitting.at_once;
            let ripe = hungry > waiting && work.since.elapsed() >= splitting.every;
            (eager || ripe, work.is_indivisible())
        };
        if wanted && !indivisible {
            self.share(search);
        }
        GoOn::Yes
    }

    fn share(&self, search: &mut Search<'_>) {
        let site = match self.pool.splitting.at_once {
            0 if self.pool.splitting.twins => None,
            0 => search.choose_site(),
            _ => search.any_site(),
        };
        let mut state = self.pool.lock();
        let number = state.next_decision;
        let share = match site {
            Some(site) => {
                let site = u32::try_from(site.index()).unwrap_or(u32::MAX);
                let mut part = search.part();
                part.decisions.push(Decision { number, site, reached: true });
                let rest = Decision { number, site, reached: false };
                if search.decide(rest).is_err() {
                    return;
                }
                state.next_decision += 1;
                state.stats.splits += 1;
                Share { part: Arc::new(part), is_twin: false, is_calm: false }
            }
            None => Share { part: Arc::new(search.part()), is_twin: true, is_calm: false },
        };
        let Some(work) = &mut state.working[self.thread] else { return };
        work.decisions = search.decided.all().to_vec();
        work.since = Instant::now();
        work.indivisible = share.is_twin.then(Instant::now);
        // With other luck, not at once and with the same.
        if !share.is_twin || self.pool.splitting.at_once == 0 {
            state.waiting.push_back(share);
            self.pool.changed.notify_all();
        }
    }

    /// Whether the last query ended because another thread wanted something.
    pub(crate) fn was_disturbed(&self) -> bool {
        let mut state = self.pool.lock();
        let over = state.over;
        let Some(work) = &mut state.working[self.thread] else { return false };
        std::mem::take(&mut work.disturbed) || work.cancelled || over
    }
}
