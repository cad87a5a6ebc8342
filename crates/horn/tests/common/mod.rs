//! Programs from text to prepared program, and a clock.

use lariat_boogie::{CheckOptions, SourceMap};
use lariat_lower::LowerOptions;
use lariat_passes::{Goal, Prepared, prepare};
use lariat_reach::{Control, Snapshot};
use std::time::{Duration, Instant};

/// Stops at this time.
pub struct Until {
    pub end: Instant,
    /// Whether the time left is told, or only that it is over.
    pub tells: bool,
}

impl Until {
    pub fn seconds(seconds: f64) -> Self {
        Until { end: Instant::now() + Duration::from_secs_f64(seconds), tells: true }
    }
}

impl Control for Until {
    fn stop(&self) -> Option<String> {
        (Instant::now() >= self.end).then(|| "no answer in time".into())
    }

    fn time_left(&self) -> Option<Duration> {
        self.tells.then(|| self.end.saturating_duration_since(Instant::now()))
    }

    fn progress(&self, _: &Snapshot) {}
}

pub fn load(text: &str) -> Prepared {
    let sources = SourceMap::single("test.bpl", text).expect("readable");
    let parsed = lariat_boogie::parse(&sources);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies: false });
    assert!(checked.is_ok(), "{:?}", checked.diagnostics);
    let lowered =
        lariat_lower::lower(&parsed.program, &checked, &sources, &LowerOptions::default())
            .expect("lowered");
    let entry = lowered.procedure("main").expect("main");
    prepare(&lowered.program, entry, Goal::Failure, &mut |_, _, _| {})
}
