//! What goes into an experiment, and what comes out of it.

use super::figures::Bar;
use std::time::Duration;

/// Limits of each run.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// On the clock.
    pub time: Duration,
    /// In bytes.
    pub memory: u64,
}

/// What an experiment found out.
pub struct Findings {
    /// The summary for people.
    pub text: String,
    /// The figures of the papers, and whether they were reached.
    pub bars: Vec<Bar>,
    /// Tables by name; the first goes to the file that the user names, the others beside it.
    pub tables: Vec<(&'static str, String)>,
    /// Pictures by name, likewise.
    pub plots: Vec<(&'static str, String)>,
    /// Whether a verdict was the opposite of what is expected.
    pub wrong: bool,
    /// Whether a signal ended the experiment early.
    pub interrupted: bool,
}
