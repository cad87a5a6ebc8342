//! Resources of a run, one mechanism for all of them: time, memory, cancellation, and threads.
//!
//! A [`Budget`] is asked by the work itself ([`Budget::stopped`], [`Budget::left`]). It has children with
//! limits of their own, and a child stops when any of its ancestors does. What does not ask while it
//! works, a query of a solver, is *watched* ([`Budget::watch`]): it is interrupted when its budget
//! stops, and again every [`POLL_INTERVAL`] until it ends, because an interrupt that comes just before
//! the work begins is lost on some solvers.
//!
//! **Invariants.** A stop is final: a budget that has stopped stays so, for the reason given first.
//! After a [`Guard`] is dropped its interrupter is not running and never runs again, so an interrupt
//! reaches the work it was meant for and no other. The reason of an ancestor comes before one's own.

mod clock;
mod memory;
mod processor;
pub mod quantity;
mod thread;
mod ticker;

pub use clock::{ProcessClock, ThreadClock};
pub use memory::MemoryLimit;
pub use thread::{STACK_BYTES, spawn, spawn_scoped};
pub use ticker::{Guard, Interrupter};

use processor::{Entered, Meter};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use ticker::Ticker;

/// How often limits are looked at, interrupts are repeated, and waiting threads look around.
pub const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Why work stops before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time is over: that of the run, or the share of this work.
    TimeLimit,
    /// More memory is in use than allowed.
    MemoryLimit,
    /// The user asked for it.
    Interrupted,
    /// The answer is known from elsewhere: another engine, another part, a proof.
    NotNeeded,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::TimeLimit => "timeout",
            Stop::MemoryLimit => "memory limit",
            Stop::Interrupted => "interrupted",
            Stop::NotNeeded => "answered elsewhere",
        })
    }
}

/// What a whole run may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// How long it may take, from when on.
    pub time: Option<(Instant, Duration)>,
    /// How much memory may be in use.
    pub memory: Option<MemoryLimit>,
    /// Stops the run when it becomes true: a signal handler sets it.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// What a child may use of its parent's budget; by default all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// Time from now on.
    pub time: Option<Duration>,
    /// Processor time from now on, of the thread that makes the child and of those that say that they work for it
    /// ([`Budget::works_here`]): what else runs on the machine does not shorten the work.
    pub processor: Option<Duration>,
    /// The child stops when so much of the memory of the whole run is in use (1 is all of it).
    pub memory: Option<f64>,
}

impl Share {
    /// All there is: a child that can be stopped by itself.
    pub const ALL: Share = Share { time: None, processor: None, memory: None };

    /// At most this long.
    pub fn time(time: Duration) -> Share {
        Share { time: Some(time), ..Share::ALL }
    }

    /// At most so much processor time.
    pub fn processor(time: Duration) -> Share {
        Share { processor: Some(time), ..Share::ALL }
    }

    /// Until so much of the memory is in use.
    pub fn memory(share: f64) -> Share {
        Share { memory: Some(share), ..Share::ALL }
    }
}

/// A thread that works under a budget.
pub struct Works {
    _meters: Vec<Entered>,
}

/// What work may use. Clones are the same budget.
#[derive(Clone)]
pub struct Budget(Arc<Node>);

struct Node {
    parent: Option<Budget>,
    root: Arc<Root>,
    deadline: Option<Instant>,
    processor: Option<Arc<Meter>>,
    /// The share of the memory at which it stops.
    memory: Option<f64>,
    stop: OnceLock<Stop>,
}

/// What all budgets of a run share.
pub(crate) struct Root {
    time: Option<Duration>,
    memory: Option<MemoryLimit>,
    interrupt: Option<Arc<AtomicBool>>,
    ticker: Ticker,
}

impl Default for Budget {
    fn default() -> Self {
        Budget::unlimited()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("left", &self.left())
            .field("stopped", &self.stopped())
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// The budget of a run.
    pub fn new(limits: Limits) -> Self {
        let Limits { time, memory, interrupt } = limits;
        // A time that no clock reaches is no limit.
        let deadline = time.and_then(|(since, time)| since.checked_add(time));
        let time = time.map(|(_, time)| time);
        let root = Arc::new(Root { time, memory, interrupt, ticker: Ticker::default() });
        let share = root.memory.is_some().then_some(1.0);
        let budget = Budget(Arc::new(Node {
            parent: None,
            root,
            deadline,
            processor: None,
            memory: share,
            stop: OnceLock::new(),
        }));
        if budget.0.root.memory.is_some() {
            budget.0.root.start_ticking();
        }
        budget
    }

    /// As much as it takes.
    pub fn unlimited() -> Self {
        Budget::new(Limits::default())
    }

    /// So long from now.
    pub fn of_time(time: Duration) -> Self {
        Budget::new(Limits { time: Some((Instant::now(), time)), ..Limits::default() })
    }

    /// So many seconds from now.
    pub fn seconds(seconds: u64) -> Self {
        Budget::of_time(Duration::from_secs(seconds))
    }

    /// A budget within this one: it stops when this one does, when its own share is used up, or
    /// when it is told to.
    pub fn child(&self, share: Share) -> Budget {
        Budget(Arc::new(Node {
            parent: Some(self.clone()),
            root: Arc::clone(&self.0.root),
            deadline: share.time.and_then(|time| Instant::now().checked_add(time)),
            processor: share.processor.map(Meter::start),
            memory: share.memory,
            stop: OnceLock::new(),
        }))
    }

    /// Why the work should stop, if it should.
    pub fn stopped(&self) -> Option<Stop> {
        self.0.stopped()
    }

    /// Stops the work, and with it all children; what is watched is interrupted before this returns.
    /// A budget that has stopped already keeps its reason.
    pub fn stop(&self, why: Stop) {
        if self.0.stop.set(why).is_ok() {
            self.0.root.interrupt_stopped();
            self.0.root.start_ticking();
        }
    }

    /// The time that the whole run was given.
    pub fn time_limit(&self) -> Option<Duration> {
        self.0.root.time
    }

    /// How many bytes of memory the whole run may use.
    pub fn memory_limit(&self) -> Option<u64> {
        self.0.root.memory.as_ref().map(MemoryLimit::bytes)
    }

    /// The time left, if it is limited; zero after a stop.
    pub fn left(&self) -> Option<Duration> {
        if self.stopped().is_some() {
            return Some(Duration::ZERO);
        }
        let own = self.0.deadline.map(|d| d.saturating_duration_since(Instant::now()));
        let processor = self.0.processor.as_ref().map(|meter| meter.left());
        let above = self.0.parent.as_ref().and_then(Budget::left);
        [own, processor, above].into_iter().flatten().min()
    }

    /// The share of the memory of the run that is free; all of it if memory is not limited.
    pub fn memory_left(&self) -> f64 {
        let used = self.0.root.memory.as_ref().and_then(MemoryLimit::measure);
        used.map_or(1.0, |used| (1.0 - used).max(0.0))
    }

    /// Interrupts the work that the guard stands for when this budget stops, at once if it has.
    pub fn watch(&self, interrupter: Interrupter) -> Guard {
        let guard = self.0.root.ticker.watch(self, interrupter);
        if self.can_stop_by_itself() {
            self.0.root.start_ticking();
        }
        guard
    }

    /// The current thread works under this budget as long as the answer lives: shares of processor time count it.
    #[must_use = "the thread is counted as long as this lives"]
    pub fn works_here(&self) -> Works {
        let nodes = std::iter::successors(Some(self), |b| b.0.parent.as_ref());
        Works { _meters: nodes.filter_map(|b| Some(b.0.processor.as_ref()?.enter())).collect() }
    }

    /// Whether a stop may come without a call of [`Budget::stop`], or has come.
    fn can_stop_by_itself(&self) -> bool {
        let mut nodes = std::iter::successors(Some(self), |b| b.0.parent.as_ref());
        let limited =
            |b: &Budget| b.0.deadline.is_some() || b.0.processor.is_some() || b.0.memory.is_some();
        self.0.root.interrupt.is_some() || nodes.any(limited) || self.stopped().is_some()
    }
}

impl Node {
    fn stopped(&self) -> Option<Stop> {
        let above = match &self.parent {
            Some(parent) => parent.stopped(),
            None => self.root.interrupted(),
        };
        above.or_else(|| self.stop.get().copied()).or_else(|| {
            let why = self.limit_reached()?;
            // Another thread may have been faster: the first reason counts.
            Some(*self.stop.get_or_init(|| why))
        })
    }

    fn limit_reached(&self) -> Option<Stop> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Stop::TimeLimit);
        }
        if self.processor.as_ref().is_some_and(|meter| meter.left().is_zero()) {
            return Some(Stop::TimeLimit);
        }
        let most = self.memory?;
        (self.root.memory.as_ref()?.last_measured() > most).then_some(Stop::MemoryLimit)
    }
}

impl Root {
    fn interrupted(&self) -> Option<Stop> {
        let flag = self.interrupt.as_ref()?;
        flag.load(Ordering::Relaxed).then_some(Stop::Interrupted)
    }

    /// Interrupts everything watched whose budget has stopped.
    fn interrupt_stopped(&self) {
        self.ticker.interrupt(|budget| budget.stopped().is_some());
    }
}

#[cfg(test)]
mod tests;
