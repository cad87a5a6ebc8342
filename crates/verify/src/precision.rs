//! Encoding refinement: the user never chooses precision.
//!
//! If a path found while integers are not all bits is none bit by bit (`bits.rs`), the variables and maps in the
//! conflict become bits (they are forced in the constraint system of `c2boogie::represent`) and the search goes on;
//! after a few rounds everything becomes bits.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::job::Job;
use crate::load::Loader;
use crate::program::Program;
use crate::question::Question;
use crate::run::Run;
use crate::{items, rounds, search};
use lariat_c2boogie::{FloatEncoding, IntegerEncoding, Promoted};
use lariat_lower::Peeling;
use lariat_verdict::Item;

/// After so many rounds everything becomes bits.
const ROUNDS: usize = 6;

/// Answers a question, for each of its places, as precisely as the paths found ask for.
pub fn run(program: &Program, question: &Question, run: &Run) -> Result<Answer, Failure> {
    let loader = Loader::new(program, question);
    rounds::run(&Job::new(question, &loader), run, run_precisely)
}

/// The places that would be checked.
pub fn list(program: &Program, question: &Question, run: &Run) -> Result<Vec<Item>, Failure> {
    let loader = Loader::new(program, question);
    let job = Job::new(question, &loader);
    let loaded = job.load(&Peeling::default(), run, &mut Vec::new())?;
    Ok(items::of(question, &loaded))
}

/// Searches once; the question says that the rest is to be split.
pub fn split(program: &Program, question: &Question, run: &Run) -> Result<Answer, Failure> {
    let loader = Loader::new(program, question);
    search::run(&Job::new(question, &loader), run)
}

fn run_precisely(job: &Job<'_>, run: &Run) -> Result<Answer, Failure> {
    let mut job = job.clone();
    for round in 0.. {
        let answer = search::run(&job, run)?;
        let Some(culprits) = &answer.spurious else { return Ok(answer) };
        if job.encoding.floats != FloatEncoding::Smt {
            tracing::info!("spurious path: floats get their IEEE 754 semantics");
            job.encoding.floats = FloatEncoding::Smt;
            continue;
        }
        let known = &job.encoding.promoted;
        let new: Vec<Promoted> = culprits.iter().filter(|c| !known.contains(c)).cloned().collect();
        if new.is_empty() || round >= ROUNDS {
            tracing::info!("spurious path: all integers become bit-vectors");
            run.learn(|known| known.all_bits = true);
            job.encoding.integers = IntegerEncoding::Bv;
            continue;
        }
        let names: Vec<String> = new.iter().map(|(_, name)| name.clone()).collect();
        tracing::info!(promoted = names.join(", "), "spurious path: promoted to bit-vectors");
        run.learn(|known| known.promoted.extend(names));
        job.encoding.promoted.extend(new);
    }
    search::run(&job, run)
}
