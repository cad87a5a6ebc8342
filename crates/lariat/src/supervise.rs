//! Runs the work in a thread of its own and watches over it: time, memory, Ctrl-C.
//!
//! The work runs on a large stack, and is told to stop through [`Shared`], which it asks between
//! queries; a query that is running is interrupted. If it does not come back soon after that, it is
//! abandoned, and the caller reports what [`Known`] holds.

use crate::known::{Known, Phase};
use crate::progress::ProgressLine;
use crate::resources::memory_in_use;
use crate::table::Table;
use lariat_reach::{BoundHit, Control, Snapshot};
use lariat_solver::Interrupter;
use lariat_verdict::{Reason, ReasonKind};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long the work may take to stop when told to.
const GRACE: Duration = Duration::from_millis(650);
/// Stack sizes to try, largest first. Only what is used costs memory.
const STACKS: [usize; 4] = [1 << 30, 256 << 20, 64 << 20, 8 << 20];

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
    deadline: Option<Instant>,
    stop: Mutex<Option<Reason>>,
    stopping: AtomicBool,
    /// The solver that each working thread uses.
    interrupters: Mutex<HashMap<ThreadId, Interrupter>>,
    known: Mutex<Known>,
    table: Mutex<Table>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// For a run that started at this time.
    pub fn new(started: Instant, limits: Limits) -> Self {
        Shared {
            started,
            limits,
            deadline: limits.time.and_then(|t| started.checked_add(t)),
            stop: Mutex::new(None),
            stopping: AtomicBool::new(false),
            interrupters: Mutex::new(HashMap::new()),
            known: Mutex::new(Known::default()),
            table: Mutex::new(Table::default()),
        }
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

    /// From now on, stopping means interrupting this solver of the current thread, too.
    pub fn watch_solver(&self, interrupter: Interrupter) {
        lock(&self.interrupters).insert(std::thread::current().id(), interrupter.clone());
        if self.stopping.load(Ordering::SeqCst) {
            interrupter();
        }
    }

    /// Why the work should stop, if it should.
    pub fn stop_reason(&self) -> Option<Reason> {
        if !self.stopping.load(Ordering::Relaxed) {
            return None;
        }
        lock(&self.stop).clone()
    }

    fn request_stop(&self, reason: Reason) {
        lock(&self.stop).get_or_insert(reason);
        self.stopping.store(true, Ordering::SeqCst);
        let interrupters: Vec<Interrupter> = lock(&self.interrupters).values().cloned().collect();
        interrupters.iter().for_each(|interrupt| interrupt());
    }

    /// Why a stage came back without an answer: because it was told to stop, or because its time was
    /// over before the supervisor noticed; otherwise for the reason it gives itself.
    pub fn explain(&self, own: Reason) -> Reason {
        self.stop_reason().or_else(|| self.time_is_over()).unwrap_or(own)
    }

    /// The time that there was at the start.
    pub fn limit(&self) -> Option<Duration> {
        self.limits.time
    }

    fn time_is_over(&self) -> Option<Reason> {
        let limit = self.limits.time?;
        let over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        over.then(|| {
            let shown = crate::quantity::show_duration(limit);
            Reason::new(ReasonKind::TimeLimit, format!("the time limit of {shown} is over"))
        })
    }

    fn memory_is_used_up(&self) -> Option<Reason> {
        let limit = self.limits.memory?;
        (memory_in_use()? > limit).then(|| {
            let shown = crate::quantity::show_bytes(limit);
            Reason::new(ReasonKind::MemoryLimit, format!("the memory limit of {shown} is reached"))
        })
    }

    fn limit_reached(&self, signal: &AtomicBool) -> Option<Reason> {
        if signal.load(Ordering::Relaxed) {
            return Some(Reason::new(ReasonKind::Interrupted, "interrupted"));
        }
        self.time_is_over().or_else(|| self.memory_is_used_up())
    }
}

impl Control for Shared {
    fn stop(&self) -> Option<String> {
        self.stop_reason().map(|d| d.text)
    }

    fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    fn memory_left(&self) -> f64 {
        match (self.limits.memory, memory_in_use()) {
            (Some(limit), Some(used)) => 1.0 - used as f64 / limit.max(1) as f64,
            _ => 1.0,
        }
    }

    fn progress(&self, snapshot: &Snapshot) {
        lock(&self.known).snapshot = Some(*snapshot);
    }

    fn go_deeper(&self, bound: u32, hits: &[BoundHit]) -> bool {
        self.learn(|known| known.bound_searched = Some((bound, hits.to_vec())));
        let cut = self.known().cut();
        self.table(|t| t.bound_searched(bound, cut));
        true
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
    let signal = Arc::new(AtomicBool::new(false));
    listen_for_signals(&signal);
    let (sender, receiver) = channel();
    let for_work = Arc::clone(shared);
    spawn_with_stack(Box::new(move || {
        let _ = sender.send(work(&for_work));
        // The supervisor ends the process; nothing is gained by freeing memory before that.
    }));
    let mut told_to_stop: Option<(Instant, Reason)> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(result) => {
                progress.clear();
                return Ended::Finished(result);
            }
            Err(RecvTimeoutError::Timeout) => {}
            // The thread is gone without a result: it panicked, and the panic hook ends the process.
            Err(RecvTimeoutError::Disconnected) => crate::exit::Exit::Internal.now(),
        }
        match &told_to_stop {
            None => {
                if let Some(reason) = shared.limit_reached(&signal) {
                    shared.request_stop(reason.clone());
                    told_to_stop = Some((Instant::now(), reason));
                }
            }
            Some((since, reason)) if since.elapsed() >= GRACE => {
                progress.clear();
                return Ended::Abandoned(reason.clone());
            }
            // An interrupt between two queries is lost on some solvers: repeat it.
            Some((_, reason)) => shared.request_stop(reason.clone()),
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

/// A thread with as large a stack as the system gives. The work is in a shared slot, because a failed
/// attempt to spawn would otherwise swallow it.
fn spawn_with_stack(work: Box<dyn FnOnce() + Send>) {
    let slot = Arc::new(Mutex::new(Some(work)));
    for size in STACKS {
        let slot = Arc::clone(&slot);
        let run = move || {
            let work = lock(&slot).take();
            if let Some(work) = work {
                work();
            }
        };
        match std::thread::Builder::new().name("work".into()).stack_size(size).spawn(run) {
            Ok(_) => return,
            Err(error) => tracing::warn!(size, %error, "cannot start a thread with this stack"),
        }
    }
    let work = lock(&slot).take();
    if let Some(work) = work {
        work();
    }
}
