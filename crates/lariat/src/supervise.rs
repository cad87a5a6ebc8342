//! Runs the work in a thread of its own and watches over it: time, memory, Ctrl-C.
//!
//! The work runs on a large stack, within the [`Budget`] of [`Shared`]: it asks between steps, and a
//! query that is running is interrupted. If it does not come back soon after a stop (parsing and passes
//! do not ask), it is abandoned, and the caller reports what [`Known`] holds, which is kept up to date
//! while the work goes on.

use crate::known::{Known, Phase};
use crate::progress::ProgressLine;
use crate::resources::memory_in_use;
use crate::table::Table;
use lariat_budget::{Budget, MemoryLimit, POLL_INTERVAL, Stop};
use lariat_reach::{BoundHit, Progress, SearchStats, Snapshot};
use lariat_verdict::{Reason, ReasonKind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the work may take to stop when a limit is reached.
const GRACE_AT_LIMIT: Duration = Duration::from_millis(650);
/// How long it may take when the user waits for the end.
const GRACE_AFTER_INTERRUPT: Duration = Duration::from_millis(50);

/// What the user allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time from the start of the process.
    pub time: Option<Duration>,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
}

/// What the working thread and its supervisor share.
pub struct Shared {
    started: Instant,
    limits: Limits,
    /// Set by signals.
    interrupt: Arc<AtomicBool>,
    budget: Budget,
    known: Mutex<Known>,
    table: Mutex<Table>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// For a run that started at this time.
    pub fn new(started: Instant, limits: Limits) -> Self {
        let interrupt = Arc::new(AtomicBool::new(false));
        let budget = Budget::new(lariat_budget::Limits {
            deadline: limits.time.and_then(|t| started.checked_add(t)),
            memory: limits.memory.map(|bytes| MemoryLimit::new(bytes, memory_in_use)),
            interrupt: Some(Arc::clone(&interrupt)),
        });
        let (known, table) = (Mutex::default(), Mutex::default());
        Shared { started, limits, interrupt, budget, known, table }
    }

    /// What the run may use.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The time left, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.budget.left()
    }

    /// A phase begins.
    pub fn enter(&self, phase: Phase) {
        tracing::info!(phase = phase.word(), at = ?self.started.elapsed(), "begins");
        lock(&self.known).enter(phase);
    }

    /// Changes what is known.
    pub fn learn(&self, change: impl FnOnce(&mut Known)) {
        change(&mut lock(&self.known));
    }

    /// What is known now.
    pub fn known(&self) -> Known {
        lock(&self.known).clone()
    }

    /// Looks at the table of what is known about each place, or enters something.
    pub fn table<T>(&self, work: impl FnOnce(&mut Table) -> T) -> T {
        work(&mut lock(&self.table))
    }

    /// Why the work should stop, if it should.
    pub fn stop_reason(&self) -> Option<Reason> {
        self.budget.stopped().map(|stop| self.in_words(stop))
    }

    fn in_words(&self, stop: Stop) -> Reason {
        let (kind, text) = match stop {
            Stop::TimeLimit => {
                let shown = crate::quantity::show_duration(self.limits.time.unwrap_or_default());
                (ReasonKind::TimeLimit, format!("the time limit of {shown} is over"))
            }
            Stop::MemoryLimit => {
                let shown = crate::quantity::show_bytes(self.limits.memory.unwrap_or_default());
                (ReasonKind::MemoryLimit, format!("the memory limit of {shown} is reached"))
            }
            Stop::Interrupted | Stop::NotNeeded => {
                (ReasonKind::Interrupted, "interrupted".to_owned())
            }
        };
        Reason { kind, text }
    }

    /// Why a stage came back without an answer: because it was told to stop, otherwise for the reason it
    /// gives itself.
    pub fn explain(&self, own: Reason) -> Reason {
        self.stop_reason().unwrap_or(own)
    }

    /// How many bytes of memory may be in use, if that is limited.
    pub fn memory_limit(&self) -> Option<u64> {
        self.limits.memory
    }

    /// The time that there was at the start.
    pub fn limit(&self) -> Option<Duration> {
        self.limits.time
    }
}

impl Progress for Shared {
    fn at(&self, snapshot: &Snapshot, stats: &SearchStats) {
        let mut known = lock(&self.known);
        known.snapshot = Some(*snapshot);
        known.search = Some(stats.clone());
    }

    fn bound_searched(&self, bound: u32, hits: &[BoundHit]) {
        self.learn(|known| known.bound_searched = Some((bound, hits.to_vec())));
        let cut = self.known().cut();
        self.table(|t| t.bound_searched(bound, cut));
    }
}

/// How supervised work ended.
pub enum Ended<T> {
    /// By itself.
    Finished(T),
    /// It did not stop when told to, and was left alone.
    Abandoned(Reason),
}

/// Runs `work` on a large stack until it is done or a limit ends it.
pub fn supervise<T: Send + 'static>(
    shared: &Arc<Shared>,
    mut progress: ProgressLine,
    work: impl FnOnce(&Shared) -> T + Send + 'static,
) -> Ended<T> {
    listen_for_signals(&shared.interrupt);
    let (sender, receiver) = channel();
    let for_work = Arc::clone(shared);
    let started = lariat_budget::spawn("work", move || {
        let _ = sender.send(work(&for_work));
        // The supervisor ends the process; nothing is gained by freeing memory before that.
    });
    if let Err(error) = started {
        eprintln!("error: cannot start a thread: {error}");
        crate::exit::Exit::Internal.now();
    }
    let mut stopped: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(result) => {
                progress.clear();
                return Ended::Finished(result);
            }
            Err(RecvTimeoutError::Timeout) => {}
            // The thread is gone without a result: it panicked, and the panic hook ends the process.
            Err(RecvTimeoutError::Disconnected) => crate::exit::Exit::Internal.now(),
        }
        if let Some(stop) = shared.budget.stopped() {
            let since = *stopped.get_or_insert_with(Instant::now);
            let grace = match stop {
                Stop::Interrupted => GRACE_AFTER_INTERRUPT,
                _ => GRACE_AT_LIMIT,
            };
            if since.elapsed() >= grace {
                progress.clear();
                return Ended::Abandoned(shared.in_words(stop));
            }
        }
        progress.tick(|| shared.known());
    }
}

/// The first signal asks for an orderly end; a second one ends the process at once.
fn listen_for_signals(flag: &Arc<AtomicBool>) {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let code = crate::exit::Exit::Inconclusive.code();
        let second = signal_hook::flag::register_conditional_shutdown(signal, code, flag.clone());
        let first = signal_hook::flag::register(signal, flag.clone());
        if second.is_err() || first.is_err() {
            tracing::warn!(signal, "cannot listen for this signal");
        }
    }
}
