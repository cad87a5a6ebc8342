//! Processor time of one thread, so that turns of engines depend on the work that was done and not on
//! what else runs on the machine.

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Measures the processor time of the thread that made it; any thread may read it. Where the system
/// does not tell, it is the time on the clock.
#[derive(Clone, Debug)]
pub struct ThreadClock {
    /// Linux tells in nanoseconds how long a thread has run: the first number in this file.
    file: Option<PathBuf>,
    started: Instant,
    used_before: Duration,
}

impl ThreadClock {
    /// Starts to measure the current thread.
    pub fn start() -> Self {
        let link = std::fs::read_link("/proc/thread-self").ok();
        let file = link.map(|thread| PathBuf::from("/proc").join(thread).join("schedstat"));
        let mut clock = ThreadClock { file, started: Instant::now(), used_before: Duration::ZERO };
        match clock.read() {
            Some(used) => clock.used_before = used,
            None => clock.file = None,
        }
        clock
    }

    /// The processor time used since the start.
    pub fn elapsed(&self) -> Duration {
        match &self.file {
            None => self.started.elapsed(),
            // The thread has ended; it uses no more. Whoever waits for it should not wait for ever.
            Some(_) => {
                self.read().map_or(Duration::MAX, |used| used.saturating_sub(self.used_before))
            }
        }
    }

    fn read(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(self.file.as_ref()?).ok()?;
        let nanoseconds = text.split_ascii_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_takes_no_processor_time_and_working_does() {
        let clock = ThreadClock::start();
        if clock.file.is_none() {
            return;
        }
        std::thread::sleep(Duration::from_millis(200));
        assert!(clock.elapsed() < Duration::from_millis(100), "{:?}", clock.elapsed());
        let mut sum = 0_u64;
        let since = Instant::now();
        while clock.elapsed() < Duration::from_millis(50)
            && since.elapsed() < Duration::from_secs(20)
        {
            sum = (0..10_000).fold(sum, |sum, n| std::hint::black_box(sum.wrapping_add(n)));
        }
        let seen = std::thread::scope(|s| s.spawn(|| clock.elapsed()).join());
        assert!(seen.is_ok_and(|seen| seen >= Duration::from_millis(50)), "{sum}");
    }
}
