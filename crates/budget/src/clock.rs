//! Processor time of a thread, and of all threads, so that turns of engines depend on the work that was done and not on
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
            // The thread has ended; it uses no more. A wait for it should not last for ever.
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

/// Measures the processor time of all threads of this process. Where the system does not tell, it is the time on the
/// clock.
#[derive(Clone, Debug)]
pub struct ProcessClock {
    started: Instant,
    used_before: Option<Duration>,
}

impl ProcessClock {
    /// Starts to measure.
    pub fn start() -> Self {
        ProcessClock { started: Instant::now(), used_before: Self::read() }
    }

    /// The processor time used since the start.
    pub fn elapsed(&self) -> Duration {
        match (self.used_before, Self::read()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.started.elapsed(),
        }
    }

    /// Linux has the time in user and in system mode in fields 14 and 15, in hundredths of a second. The second field, a
    /// name in parentheses, may have blanks.
    fn read() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
        let [user, system] = [fields.next()?, fields.next()?];
        let ticks = user.parse::<u64>().ok()?.checked_add(system.parse::<u64>().ok()?)?;
        Some(Duration::from_millis(ticks.checked_mul(MILLISECONDS_PER_TICK)?))
    }
}

/// The unit of `/proc/self/stat` on all architectures that we know.
const MILLISECONDS_PER_TICK: u64 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_count_for_the_process() {
        let process = ProcessClock::start();
        if process.used_before.is_none() {
            return;
        }
        let work = || {
            let (clock, since) = (ThreadClock::start(), Instant::now());
            while clock.elapsed() < Duration::from_millis(60)
                && since.elapsed() < Duration::from_secs(20)
            {
                std::hint::black_box((0..10_000_u64).sum::<u64>());
            }
        };
        std::thread::scope(|scope| [scope.spawn(work), scope.spawn(work)].map(|t| t.join()))
            .into_iter()
            .for_each(|result| assert!(result.is_ok()));
        assert!(process.elapsed() >= Duration::from_millis(100), "{:?}", process.elapsed());
    }

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
