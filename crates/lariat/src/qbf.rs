//! Solvers for quantified Boolean formulas, as processes: for claims with many levels of
//! quantifiers. Where there is none, or it does not answer, the prover's own answer stands.

use lariat_cogent::{Options, Query, qdimacs};
use lariat_process::confined::{Ended, Limits, run};
use std::process::Command;
use std::time::{Duration, Instant};

/// What such a solver found.
pub struct Outside {
    /// Does the claim hold?
    pub valid: bool,
    /// The name of the solver.
    pub by: String,
    /// How long it took.
    pub time: Duration,
    /// What it was asked.
    pub qdimacs: String,
}

/// Asks about a claim if its quantifiers alternate more than once.
pub fn deep(query: &Query<'_>, options: &Options, command: &str) -> Option<Outside> {
    let text = qdimacs(query, options).ok()?;
    let levels = text.lines().filter(|l| l.starts_with("a ")).count();
    (levels > 1).then(|| ask(text, options, command))?
}

/// Asks about a claim if it has quantifiers that a counterexample does not choose.
pub fn any(query: &Query<'_>, options: &Options, command: &str) -> Option<Outside> {
    let text = qdimacs(query, options).ok()?;
    text.lines().any(|l| l.starts_with("a ")).then(|| ask(text, options, command))?
}

fn ask(text: String, options: &Options, command: &str) -> Option<Outside> {
    let start = Instant::now();
    let mut words = command.split_whitespace();
    let program = words.next()?;
    let name = format!("lariat-{}-{:x}.qdimacs", std::process::id(), text.len());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, &text).ok()?;
    let mut solver = Command::new(program);
    solver.args(words).arg(&file);
    let limit = options.time_limit.unwrap_or(Duration::MAX);
    let ended = run(solver, &Limits::time(limit), &options.budget).map(|ran| ran.ended);
    let _ = std::fs::remove_file(&file);
    // The formula says that there is a counterexample.
    let valid = match ended {
        Ok(Ended::Code(10)) => false,
        Ok(Ended::Code(20)) => true,
        _ => return None,
    };
    Some(Outside { valid, by: program.to_owned(), time: start.elapsed(), qdimacs: text })
}
