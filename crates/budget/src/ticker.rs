//! What is watched, and the one thread per run that looks at limits and repeats interrupts.
//!
//! Interrupters run under the lock of the list. So dropping a guard waits for its interrupter to
//! return, and afterwards it is not in the list: a late interrupt cannot hit the next query.

use crate::{Budget, POLL_INTERVAL, Root};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Ends a piece of work from another thread. It must return soon, may be called any number of times,
/// and must not drop or make guards.
pub type Interrupter = Arc<dyn Fn() + Send + Sync>;

/// How often memory is measured: reading the system's count costs more than a look at the clock.
const MEMORY_INTERVAL: Duration = Duration::from_millis(50);

/// The thread only calls interrupters.
const TICKER_STACK_BYTES: usize = 256 << 10;

#[derive(Default)]
pub(crate) struct Ticker {
    list: Mutex<List>,
}

#[derive(Default)]
struct List {
    watched: BTreeMap<u64, (Budget, Interrupter)>,
    next: u64,
    ticking: bool,
}

/// Work that is watched as long as this lives.
#[must_use = "the work is watched as long as the guard lives"]
pub struct Guard {
    budget: Budget,
    number: u64,
}

impl Drop for Guard {
    fn drop(&mut self) {
        let entry = self.budget.0.root.ticker.lock().watched.remove(&self.number);
        // The lock is gone: what the interrupter holds may be dropped.
        drop(entry);
    }
}

impl Ticker {
    fn lock(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn watch(&self, budget: &Budget, interrupter: Interrupter) -> Guard {
        let mut list = self.lock();
        let number = list.next;
        list.next += 1;
        if budget.stopped().is_some() {
            interrupter();
        }
        list.watched.insert(number, (budget.clone(), interrupter));
        Guard { budget: budget.clone(), number }
    }

    pub(crate) fn interrupt(&self, which: impl Fn(&Budget) -> bool) {
        for (budget, interrupter) in self.lock().watched.values() {
            if which(budget) {
                interrupter();
            }
        }
    }
}

impl Root {
    /// From now on a thread looks at the limits, until no budget of the run is left.
    pub(crate) fn start_ticking(self: &Arc<Self>) {
        let mut list = self.ticker.lock();
        if !list.ticking {
            let root = Arc::downgrade(self);
            let thread = std::thread::Builder::new().name("budget".into());
            let started = thread.stack_size(TICKER_STACK_BYTES).spawn(move || tick(&root));
            // Without the thread a stop still reaches everyone who asks, and interrupts once.
            list.ticking = started.is_ok();
        }
    }
}

fn tick(root: &Weak<Root>) {
    let mut measured: Option<Instant> = None;
    while let Some(root) = root.upgrade() {
        if let Some(memory) = &root.memory
            && measured.is_none_or(|at| at.elapsed() >= MEMORY_INTERVAL)
        {
            memory.measure();
            measured = Some(Instant::now());
        }
        root.interrupt_stopped();
        drop(root);
        std::thread::sleep(POLL_INTERVAL);
    }
}
