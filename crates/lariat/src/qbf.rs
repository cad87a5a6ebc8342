//! Solvers for quantified Boolean formulas, as processes: for claims with many levels of
//! quantifiers. Where there is none, or it does not answer, the prover's own answer stands.

use lariat_cogent::{Options, Query, qdimacs};
use std::process::{Command, Stdio};
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
    let started = Command::new(program)
        .args(words)
        .arg(&file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let code = started.ok().and_then(|mut child| {
        let limit = options.time_limit.unwrap_or(Duration::MAX);
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return status.code(),
                Ok(None) if start.elapsed() < limit => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return None;
                }
            }
        }
    });
    let _ = std::fs::remove_file(&file);
    // The formula says that there is a counterexample.
    let valid = match code? {
        10 => false,
        20 => true,
        _ => return None,
    };
    Some(Outside { valid, by: program.to_owned(), time: start.elapsed(), qdimacs: text })
}
