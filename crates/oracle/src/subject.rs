//! A program under test, from text to core program.

use lariat_boogie::SourceMap;
use lariat_lower::{LowerOptions, Source, Stage};
use lariat_program::{ProcId, Program};
use std::sync::Arc;

/// A program with its entry.
pub struct Subject {
    /// The program as lowered, with what holds at its start assumed there.
    pub program: Program,
    /// Where it starts.
    pub entry: ProcId,
}

/// Why a text is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The stage that refused it.
    pub stage: &'static str,
    /// What it said, one line for each error.
    pub errors: Vec<String>,
}

impl Rejected {
    /// The first error without its place and without names.
    pub fn reason(&self) -> String {
        let first = self.errors.first().map_or("", String::as_str);
        let message = first.split_once("error: ").map_or(first, |parts| parts.1);
        message.split('`').step_by(2).collect::<Vec<_>>().join("_")
    }
}

impl Subject {
    /// Parses, checks and lowers, as the product does.
    pub fn new(text: &str, entry: Option<&str>) -> Result<Subject, Rejected> {
        Subject::with(text, entry, false)
    }

    /// The same, with modifies clauses inferred if wanted.
    pub fn with(
        text: &str,
        entry: Option<&str>,
        infer_modifies: bool,
    ) -> Result<Subject, Rejected> {
        Subject::peeled(text, entry, infer_modifies, 0)
    }

    /// The same, with so many iterations of every loop as plain code in front of it.
    pub fn peeled(
        text: &str,
        entry: Option<&str>,
        infer_modifies: bool,
        copies: u32,
    ) -> Result<Subject, Rejected> {
        let sources = SourceMap::single("test.bpl", text)
            .map_err(|error| Rejected { stage: "read", errors: vec![error.to_string()] })?;
        let source = Source::new(Arc::new(sources), infer_modifies, |_| {})?;
        // A program that was printed and read again may have marked entries, and is asked about another.
        let name = match entry {
            Some(name) => name.to_owned(),
            None => source.entry(None).map_err(lariat_lower::Rejected::Entry)?,
        };
        let mut options = LowerOptions::default();
        let (mut lowered, mut entry) = source.lower(&name, &options)?;
        if copies > 0 {
            let procedures = &lowered.program.procedures;
            for info in procedures.iter().filter_map(|p| p.loop_info.as_ref()) {
                let owner = procedures[info.procedure].name.clone();
                options.peeling.insert((owner, info.label.clone()), copies);
            }
            (lowered, entry) = source.lower(&name, &options)?;
        }
        let program = lowered.program;
        match program.validate() {
            Ok(()) => Ok(Subject { program, entry }),
            Err(error) => Err(Rejected { stage: "validate", errors: vec![format!("{error:?}")] }),
        }
    }
}

impl From<lariat_lower::Rejected> for Rejected {
    fn from(rejected: lariat_lower::Rejected) -> Rejected {
        let errors = rejected.to_string().lines().map(str::to_owned).collect();
        let stage = match rejected {
            lariat_lower::Rejected::Program { stage: Stage::Parse, .. } => "parse",
            lariat_lower::Rejected::Program { stage: Stage::Check, .. } => "check",
            lariat_lower::Rejected::Program { stage: Stage::Lower, .. } => "lower",
            lariat_lower::Rejected::Entry(_) => "entry",
        };
        Rejected { stage, errors }
    }
}
