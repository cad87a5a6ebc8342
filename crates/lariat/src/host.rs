//! What the verifier leaves to the command line: files.

use crate::evidence::Giver;
use crate::failure::write_file;
use crate::input::plain_reason;
use crate::job::{Job, Outputs};
use lariat_budget::Budget;
use lariat_passes::Pass;
use lariat_program::{ProcId, Program};
use lariat_verdict::Item;
use lariat_verify::{Bug, Failure, Host, Translated, Use};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Writes what a job asks for.
pub struct Files {
    job: Job,
    evidence: Mutex<Giver>,
}

impl Files {
    /// For a job.
    pub fn of(job: &Job) -> Files {
        Files { job: job.clone(), evidence: Mutex::default() }
    }
}

impl Host for Files {
    fn program(&self, pass: Pass, program: &Program, _: ProcId) -> Result<(), Failure> {
        for request in self.job.outputs.dumps.iter().filter(|r| r.pass == pass) {
            let text = lariat_lower::print(program);
            match &request.file {
                None => print!("{text}"),
                Some(file) => write_file(file, &text)?,
            }
        }
        Ok(())
    }

    fn query_log(&self, purpose: Use) -> Result<Option<Box<dyn Write + Send>>, Failure> {
        let Some(file) = &self.job.outputs.log_smt else { return Ok(None) };
        let path = log_path(Path::new(file), purpose);
        let sink = File::create(&path).map_err(|error| Failure::Output {
            file: path.display().to_string(),
            reason: plain_reason(&error),
        })?;
        Ok(Some(Box::new(BufWriter::new(sink))))
    }

    fn found(
        &self,
        bug: &mut Bug,
        place: &Item,
        c: &Translated,
        budget: &Budget,
    ) -> Result<(), Failure> {
        let mut giver = self.evidence.lock().unwrap_or_else(PoisonError::into_inner);
        giver.give(&self.job, bug, place, c, budget)
    }
}

/// `q.smt2` for the search, `q.2.smt2` for the second, `q.path1.smt2` for the first path examined,
/// `q.replay.smt2` for the replay.
fn log_path(file: &Path, purpose: Use) -> PathBuf {
    let which = match purpose {
        Use::Search(1) => return file.to_owned(),
        Use::Search(number) => number.to_string(),
        Use::Loops => "loops".to_owned(),
        Use::Path(number) | Use::Doubt(number) => format!("path{number}"),
        Use::Replay => "replay".to_owned(),
    };
    let ending = file.extension().map(|e| e.to_string_lossy().into_owned());
    file.with_extension(format!("{which}.{}", ending.as_deref().unwrap_or("smt2")))
}

/// Writes what Houdini kept, also after a run that a limit has ended.
pub fn write_summaries(job: &Job) -> Result<(), Failure> {
    let kept = &job.question.prover.kept;
    let Outputs { summaries, certificate, .. } = &job.outputs;
    if let Some(file) = summaries {
        write_text(file, kept.summaries().as_deref(), "// no summaries were inferred\n")?;
    }
    if let Some(file) = certificate {
        write_text(file, kept.certificate().as_deref(), "// no proof by summaries\n")?;
    }
    Ok(())
}

fn write_text(file: &str, text: Option<&str>, otherwise: &str) -> Result<(), Failure> {
    let text = text.unwrap_or(otherwise);
    if file == "-" {
        print!("{text}");
        return Ok(());
    }
    write_file(file, text)
}
