//! A share of processor time: what the threads that work under a budget have used since it was made.

use crate::ThreadClock;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Reading the system's count costs more than a look at the clock, so it is done this often at most.
const READ_INTERVAL: Duration = Duration::from_millis(1);

/// How much of a share is used.
pub(crate) struct Meter {
    most: Duration,
    threads: Mutex<Threads>,
}

struct Threads {
    /// Of threads that have left.
    done: Duration,
    running: Vec<(u64, ThreadClock)>,
    next: u64,
    /// When the clocks were read last, and what they showed.
    last: Option<(Instant, Duration)>,
}

impl Meter {
    /// From now on, with the current thread.
    pub fn start(most: Duration) -> Arc<Meter> {
        let running = vec![(0, ThreadClock::start())];
        let threads = Threads { done: Duration::ZERO, running, next: 1, last: None };
        Arc::new(Meter { most, threads: Mutex::new(threads) })
    }

    /// What is left of it.
    pub fn left(&self) -> Duration {
        let mut threads = self.lock();
        let used = match threads.last {
            Some((at, used)) if at.elapsed() < READ_INTERVAL => used,
            _ => threads.used(),
        };
        threads.last = Some((Instant::now(), used));
        self.most.saturating_sub(used)
    }

    /// The current thread works under it, too.
    pub fn enter(self: &Arc<Meter>) -> Entered {
        let mut threads = self.lock();
        let number = threads.next;
        threads.next += 1;
        threads.running.push((number, ThreadClock::start()));
        Entered { meter: Arc::clone(self), number }
    }

    fn lock(&self) -> MutexGuard<'_, Threads> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Threads {
    fn used(&self) -> Duration {
        self.running.iter().fold(self.done, |sum, (_, clock)| sum.saturating_add(clock.elapsed()))
    }
}

/// A thread that works under a meter.
pub(crate) struct Entered {
    meter: Arc<Meter>,
    number: u64,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut threads = self.meter.lock();
        if let Some(at) = threads.running.iter().position(|(number, _)| *number == self.number) {
            let (_, clock) = threads.running.swap_remove(at);
            threads.done = threads.done.saturating_add(clock.elapsed());
        }
    }
}
