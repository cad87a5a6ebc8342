//! The progress line: one line on a terminal, for runs of more than a second.

use lariat_verify::{Known, Phase};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A run that is over before this shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two drawings.
const PERIOD: Duration = Duration::from_millis(100);

/// Draws and clears the line.
pub struct ProgressLine {
    wanted: bool,
    started: Instant,
    drawn: Option<Instant>,
}

impl ProgressLine {
    /// A line on standard error, if that is a terminal and the user wants to see it.
    pub fn new(wanted: bool, started: Instant) -> Self {
        ProgressLine { wanted: wanted && std::io::stderr().is_terminal(), started, drawn: None }
    }

    /// Draws it again if it is time to.
    pub fn tick(&mut self, known: impl FnOnce() -> Known) {
        let due = self.wanted
            && self.started.elapsed() >= PATIENCE
            && self.drawn.is_none_or(|last| last.elapsed() >= PERIOD);
        if due {
            let line = describe(&known(), self.started.elapsed());
            let _ = write!(std::io::stderr(), "\r\x1b[2K{line}");
            let _ = std::io::stderr().flush();
            self.drawn = Some(Instant::now());
        }
    }

    /// Takes it away.
    pub fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
            let _ = std::io::stderr().flush();
        }
    }
}

fn describe(known: &Known, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    let clock = format!("{}:{:02}", seconds / 60, seconds % 60);
    match (known.phase(), &known.snapshot) {
        (Some(Phase::Search), Some(s)) => format!(
            "{clock}  bound {}  {} open call sites  {} instances  {} queries",
            s.bound, s.open, s.instances, s.queries
        ),
        (Some(phase), _) => format!("{clock}  {}", phase.doing()),
        (None, _) => clock,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_reach::Snapshot;

    #[test]
    fn says_where_the_search_is() {
        let mut known = Known::default();
        known.enter(Phase::Search);
        known.snapshot = Some(Snapshot { bound: 2, open: 14, instances: 230, queries: 41 });
        assert_eq!(
            describe(&known, Duration::from_secs(65)),
            "1:05  bound 2  14 open call sites  230 instances  41 queries"
        );
    }
}
