//! Every spurious path, given to every refinement algorithm.

use super::record_paths::{PathsOf, Recorded, budget};
use lariat_budget::Budget;
use lariat_logic::VarId;
use lariat_refine::algorithms::lemma_1;
use lariat_refine::{Algorithm, Spurious};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What one algorithm did with one path.
pub struct Run {
    /// Seconds of processor.
    pub seconds: f64,
    /// Questions to the solver.
    pub checks: u64,
    /// How many variables it chose.
    pub chosen: usize,
    /// Whether they refute the path, and without any of them the rest does not.
    pub minimal: bool,
    /// Whether the time was enough.
    pub in_time: bool,
    /// The most checks that Lemma 1 allows for that many variables.
    pub allowed: u64,
}

/// One path with what all algorithms did, in the order of [`Algorithm::ALL`].
pub struct Measured {
    /// The program's name.
    pub program: String,
    /// The number of the path in it.
    pub number: usize,
    /// Variables to choose from.
    pub candidates: usize,
    /// The runs.
    pub runs: Vec<Run>,
    /// Whether all chose the same variables.
    pub same: bool,
}

/// Measures one path.
pub fn measure(
    of: &PathsOf,
    recorded: &Recorded,
    (program, number): (String, usize),
    time: Duration,
    stop: &Arc<AtomicBool>,
) -> Result<Measured, String> {
    let mut runs = Vec::new();
    let mut sets: Vec<Vec<VarId>> = Vec::new();
    let mut candidates = 0;
    for algorithm in Algorithm::ALL {
        let budget = budget(time, stop);
        let mut spurious = spurious(of, recorded, &budget)?;
        candidates = spurious.candidates.len();
        let clock = Clock::start();
        let refined = algorithm.get().refine(&mut spurious).map_err(|e| e.to_string())?;
        let seconds = clock.seconds();
        let mut set = refined.add;
        set.sort();
        // A set that an earlier algorithm chose was checked then.
        let minimal = match sets.iter().position(|s| *s == set) {
            Some(earlier) => runs.get(earlier).is_some_and(|r: &Run| r.minimal),
            None => is_minimal(of, recorded, &set, time, stop)?,
        };
        runs.push(Run {
            seconds,
            checks: refined.checks,
            chosen: set.len(),
            minimal,
            in_time: budget.stopped().is_none(),
            allowed: lemma_1(candidates, set.len()),
        });
        sets.push(set);
    }
    let same = sets.windows(2).all(|w| w[0] == w[1]);
    Ok(Measured { program, number, candidates, runs, same })
}

fn spurious<'a>(
    of: &'a PathsOf,
    recorded: &Recorded,
    budget: &'a Budget,
) -> Result<Spurious<'a>, String> {
    let Recorded { path, tracked } = recorded;
    Spurious::new(&of.program, path, &of.abstractable, tracked, &of.solvers, budget)
        .map_err(|e| e.to_string())
}

fn is_minimal(
    of: &PathsOf,
    recorded: &Recorded,
    set: &[VarId],
    time: Duration,
    stop: &Arc<AtomicBool>,
) -> Result<bool, String> {
    let budget = budget(time, stop);
    let mut spurious = spurious(of, recorded, &budget)?;
    let mut refutes = |set: &[VarId]| spurious.is_refuted_by(set).map_err(|e| e.to_string());
    if !refutes(set)? {
        return Ok(false);
    }
    for left_out in set {
        let rest: Vec<VarId> = set.iter().copied().filter(|v| v != left_out).collect();
        if refutes(&rest)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Processor time of this process, or the clock where it is not known.
struct Clock {
    cpu: Option<Duration>,
    started: Instant,
}

impl Clock {
    fn start() -> Clock {
        Clock { cpu: cpu(), started: Instant::now() }
    }

    fn seconds(&self) -> f64 {
        let used = match (self.cpu, cpu()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.started.elapsed(),
        };
        used.as_secs_f64().max(1e-6)
    }
}

fn cpu() -> Option<Duration> {
    lariat_process::resources::usage().map(|u| u.cpu)
}
