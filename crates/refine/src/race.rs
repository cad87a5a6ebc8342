//! Engines for one question ([`crate::engines`]), beside each other: whoever answers first ends the others.
//!
//! With several threads the second engine starts at once, or nearly: what takes no time needs no help. With one
//! it starts when the first does not get on, and then both share the processor: nothing that one of them
//! has found out is lost, and no time limit has to guess which of them will be the one. A third joins them after a
//! minute.

use crate::settings::{Care, Maps, Solvers};
use lariat_passes::Prepared;
use lariat_reach::{BoundHit, Control, Found, Options, Outcome, SearchStats, Snapshot, Team};
use lariat_solver::cells::TOO_MANY;
use lariat_solver::{Interrupter, SolverError};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// When the second engine starts if it has a thread of its own.
const SOON: Turn =
    Turn { after: Duration::from_secs(1), stuck: Duration::from_secs(1), takes_over: true };
/// When it starts if not.
const LATER: Turn =
    Turn { after: Duration::from_secs(30), stuck: Duration::from_secs(4), takes_over: true };
/// When the third starts: only what is hard for both others is worth its share of the processor.
const LAST: Turn = Turn { after: Duration::from_secs(60), stuck: Duration::MAX, takes_over: false };

/// When somebody else should try.
#[derive(Clone, Copy)]
struct Turn {
    /// In any case after this time.
    after: Duration,
    /// Sooner if a single query takes this long.
    stuck: Duration,
    /// At once if the first engine ends without an answer.
    takes_over: bool,
}

/// Another engine starts if so much of the memory is free: it may need as much as the first.
const ENOUGH: f64 = 0.5;

/// The stack of another engine's thread; only what is used costs memory.
const STACK: usize = 256 << 20;

/// How long an engine sleeps before it looks again.
const NAP: Duration = Duration::from_millis(200);

/// What both engines work on.
pub(crate) struct Race<'a> {
    pub(crate) solvers: &'a dyn Solvers,
    pub(crate) control: &'a (dyn Control + Sync),
    /// Whether a path of which a solver was not certain is one.
    pub(crate) is_real: &'a (dyn Fn(&Found) -> bool + Sync),
}

type Answer = Result<(Outcome, SearchStats), SolverError>;

impl Race<'_> {
    /// Searches with all engines. `control` is for the first, which is the one that reports.
    pub(crate) fn run(
        &self,
        engines: [&[Care]; 3],
        prepared: Prepared,
        options: &Options,
        control: &dyn Control,
        finish: &Finish,
    ) -> Answer {
        let [first, second, third] = engines;
        let control = Raced { inner: control, finish, leads: true };
        // A part of a split search is one of many that run anyway.
        if second.is_empty() || options.part.is_some() {
            return self.try_all(first, &prepared, options, &control, finish);
        }
        let turn = if options.jobs > 1 { SOON } else { LATER };
        let lead = Options { jobs: options.jobs.saturating_sub(1).max(1), ..options.clone() };
        let help = Options { jobs: 1, ..options.clone() };
        let other = |name: &'static str, cares, turn| {
            let (prepared, help) = (&prepared, &help);
            move || {
                let control = Raced { inner: &Quiet(self.control), finish, leads: false };
                if !finish.wait_for_turn(turn, self.control) {
                    return None;
                }
                tracing::info!("the {name} starts");
                let answer = self.try_all(cares, prepared, help, &control, finish);
                if is_answer(&answer) {
                    finish.all();
                }
                Some(answer)
            }
        };
        std::thread::scope(|scope| {
            let others = [("second engine", second, turn), ("third engine", third, LAST)];
            let others = others.into_iter().filter(|(_, cares, _)| !cares.is_empty());
            let others: Vec<_> = others
                .map(|(name, cares, turn)| {
                    let thread = std::thread::Builder::new().name(name.into()).stack_size(STACK);
                    thread.spawn_scoped(scope, other(name, cares, turn))
                })
                .collect();
            let mine = self.try_all(first, &prepared, &lead, &control, finish);
            let answered = is_answer(&mine) || self.control.stop().is_some();
            if answered {
                finish.all();
            } else {
                finish.give_way();
            }
            let mut answer = mine;
            for other in others {
                let theirs = other.ok().and_then(|t| t.join().ok()).flatten();
                answer = better_of(answer, theirs);
                // Whoever still waits need not: two have tried.
                finish.close();
            }
            answer
        })
    }

    /// One engine.
    fn try_all(
        &self,
        cares: &[Care],
        prepared: &Prepared,
        options: &Options,
        control: &dyn Control,
        finish: &Finish,
    ) -> Answer {
        let mut options = options.clone();
        let mut total = SearchStats::default();
        let mut doubt = String::from("no engine has an answer");
        for &care in cares {
            if doubt == TOO_MANY && care.maps == Maps::ByCells {
                continue;
            }
            let solver = self.solvers.for_search(care)?;
            finish.watch(solver.interrupter());
            let helper = |thread| self.solvers.for_helper(thread, care);
            let team = Team { solver: &helper, control: self.control };
            let (outcome, stats) =
                lariat_reach::search_together(prepared.clone(), solver, &options, control, team)?;
            total.add(&stats);
            doubt = match outcome {
                Outcome::Reachable(found) if !found.certain && !(self.is_real)(&found) => {
                    options.first_bound = found.bound;
                    options.start_from = Some(found.call_tree);
                    "a path was found that no values take".into()
                }
                Outcome::Unknown(doubt) => doubt,
                answer => return Ok((answer, total)),
            };
            if control.stop().is_some() {
                break;
            }
            tracing::info!("the search does not get on with {care:?}: {doubt}");
        }
        Ok((Outcome::Unknown(doubt), total))
    }
}

fn is_answer(answer: &Answer) -> bool {
    matches!(answer, Ok((outcome, _)) if !matches!(outcome, Outcome::Unknown(_)))
}

/// The answer of the second if only that is one.
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

/// Ends searches, in whatever query they are.
#[derive(Default)]
pub(crate) struct Finish {
    over: AtomicBool,
    running: Mutex<Vec<Interrupter>>,
    leader: Mutex<Leader>,
    changed: Condvar,
}

/// The first engine, as the second sees it.
#[derive(Default)]
struct Leader {
    /// Whether it has ended.
    gave_way: bool,
    /// Whether it is too late to start.
    closed: bool,
    /// When it last came between two queries.
    seen: Option<Instant>,
}

impl Finish {
    /// Ends all.
    pub(crate) fn all(&self) {
        self.over.store(true, Ordering::SeqCst);
        for interrupt in self.running.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            interrupt();
        }
        self.give_way();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    fn watch(&self, interrupter: Interrupter) {
        if self.is_over() {
            interrupter();
        }
        self.running.lock().unwrap_or_else(PoisonError::into_inner).push(interrupter);
    }

    fn give_way(&self) {
        self.leader().gave_way = true;
        self.changed.notify_all();
    }

    fn close(&self) {
        self.leader().closed = true;
        self.changed.notify_all();
    }

    fn leader(&self) -> MutexGuard<'_, Leader> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until another engine should start. False if it need not.
    fn wait_for_turn(&self, turn: Turn, control: &dyn Control) -> bool {
        let started = Instant::now();
        let mut leader = self.leader();
        loop {
            if leader.closed || self.is_over() || control.stop().is_some() {
                return false;
            }
            let stuck = leader.seen.unwrap_or(started).elapsed() >= turn.stuck;
            let in_need = stuck || started.elapsed() >= turn.after;
            if leader.gave_way && turn.takes_over || in_need && control.memory_left() >= ENOUGH {
                return true;
            }
            leader = self
                .changed
                .wait_timeout(leader, NAP)
                .map_or_else(|error| error.into_inner().0, |woken| woken.0);
        }
    }
}

/// The control of a search that another one, or a proof, may end.
struct Raced<'a> {
    inner: &'a dyn Control,
    finish: &'a Finish,
    /// Whether it is the first engine's: whoever waits sees that it gets on.
    leads: bool,
}

impl Control for Raced<'_> {
    fn stop(&self) -> Option<String> {
        let over = || self.finish.is_over().then(|| "answered elsewhere".to_owned());
        self.inner.stop().or_else(over)
    }

    fn time_left(&self) -> Option<Duration> {
        self.inner.time_left()
    }

    fn memory_left(&self) -> f64 {
        self.inner.memory_left()
    }

    fn progress(&self, snapshot: &Snapshot) {
        if self.leads {
            self.finish.leader().seen = Some(Instant::now());
        }
        self.inner.progress(snapshot);
    }

    fn go_deeper(&self, bound: u32, hits: &[BoundHit]) -> bool {
        self.inner.go_deeper(bound, hits)
    }
}

/// The control of another engine than the first: it only listens.
struct Quiet<'a>(&'a (dyn Control + Sync));

impl Control for Quiet<'_> {
    fn stop(&self) -> Option<String> {
        self.0.stop()
    }

    fn time_left(&self) -> Option<Duration> {
        self.0.time_left()
    }

    fn memory_left(&self) -> f64 {
        self.0.memory_left()
    }

    fn progress(&self, _: &Snapshot) {}
}
