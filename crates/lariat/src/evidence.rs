//! Evidence for bugs in C, on request: a harness, and what happens when the program is compiled
//! with it and run.

mod witness;

use crate::failure::write_file;
use crate::job::Job;
use lariat_budget::Budget;
use lariat_confirm::Build;
use lariat_evidence::{Execution, Harness, Purpose};
use lariat_verdict::Item;
use lariat_verify::{Bug, Failure, Translated};
use std::collections::BTreeSet;
use std::path::Path;
pub use witness::write_witness;

/// Gives evidence for the bugs of one run.
#[derive(Debug, Default)]
pub struct Giver {
    /// How many bugs there were.
    bugs: u32,
    /// The names that stay undefined when the program is linked, or why that is not known.
    undefined: Option<Result<BTreeSet<String>, String>>,
}

impl Giver {
    /// Does what was asked for about an execution that fails; its trace is that of the translated program.
    pub fn give(
        &mut self,
        job: &Job,
        bug: &mut Bug,
        place: &Item,
        c: &Translated,
        budget: &Budget,
    ) -> Result<(), Failure> {
        let wanted = &job.outputs.evidence;
        let execution = Execution {
            trace: &bug.trace,
            symbols: &c.translation.symbols,
            program: &c.parsed.program,
        };
        if wanted.witness.is_some() {
            bug.evidence.witness = Some(witness::violation(job, execution, c)?);
        }
        if wanted.harness.is_none() && !wanted.confirm {
            return Ok(());
        }
        self.bugs += 1;
        let build = build(job, c);
        let undefined = self.undefined.get_or_insert_with(|| build.undefined(budget));
        let purpose = Purpose { kind: place.kind, undefined: undefined.as_ref().ok() };
        let harness = lariat_evidence::harness(execution, &c.parsed.lines, purpose);
        if let Some(file) = &wanted.harness {
            write_harness(&lariat_evidence::numbered(file, self.bugs), &harness, &build)?;
        }
        if wanted.confirm {
            let (confirmed, isolation) = match undefined {
                Ok(_) => lariat_confirm::confirm(&build, &harness, bug, place, budget),
                Err(why) => (Err(why.clone()), None),
            };
            bug.evidence.not_isolated = isolation.and_then(|i| i.missing()).map(str::to_owned);
            bug.evidence.confirmed = Some(confirmed);
        }
        bug.evidence.patched = harness.patches.iter().map(|p| p.variable.clone()).collect();
        bug.evidence.brought_about = harness.brought_about;
        bug.evidence.unset = harness.unset;
        Ok(())
    }
}

/// How the program of a job is compiled.
fn build<'a>(job: &'a Job, c: &'a Translated) -> Build<'a> {
    let files = match job.files.iter().any(|file| crate::c::is_database(file)) {
        true => Err("files of a compile_commands.json are compiled by their own build: write the \
                     harness with --harness and add it there"),
        false => Ok(job.files.as_slice()),
    };
    let flags = crate::c::preprocessor_flags(&job.c);
    let words = flags.iter().flat_map(|flag| flag.arguments());
    let flags = words.map(|a| a.to_string_lossy().into_owned()).collect();
    Build { files, model: job.c.data_model, flags, c }
}

/// Writes a harness, and beside it copies of the files of the program that have to be changed.
fn write_harness(file: &str, harness: &Harness, build: &Build<'_>) -> Result<(), Failure> {
    let path = Path::new(file);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut copies = Vec::new();
    let sources = build.sources(harness, |name, text| {
        let copy = path.with_file_name(format!("{stem}.{name}")).to_string_lossy().into_owned();
        copies.push((copy.clone(), text));
        Ok(copy)
    });
    for (copy, text) in copies {
        write_file(&copy, &text)?;
    }
    let command = build.command(harness, file, &sources.unwrap_or_default(), "failing");
    write_file(file, &harness.file(&command))
}
