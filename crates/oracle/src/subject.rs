//! A program under test, from text to core program.

use lariat_boogie::{CheckOptions, SourceMap};
use lariat_logic::{IndexVec, TermId};
use lariat_lower::LowerOptions;
use lariat_program::{Block, Body, Call, Command, CommandKind, Exit, ProcId, Procedure, Program};

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
    /// Parses, checks and lowers. Without a name, the entry is what is marked `{:entrypoint}`, else
    /// `main`, else the only procedure with a body.
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
        let reject = |stage, errors: Vec<String>| Err(Rejected { stage, errors });
        let sources = match SourceMap::single("test.bpl", text) {
            Ok(sources) => sources,
            Err(error) => return reject("read", vec![error.to_string()]),
        };
        let show = |diagnostics: &[lariat_boogie::Diagnostic]| -> Vec<String> {
            let errors = diagnostics.iter().filter(|d| d.is_error());
            errors.map(|d| d.one_line(&sources)).collect()
        };
        let parsed = lariat_boogie::parse(&sources);
        if !parsed.is_ok() {
            return reject("parse", show(&parsed.diagnostics));
        }
        let checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies });
        if !checked.is_ok() {
            return reject("check", show(&checked.diagnostics));
        }
        let mut options = LowerOptions::default();
        let lower = |options: &LowerOptions| {
            lariat_lower::lower(&parsed.program, &checked, &sources, options)
        };
        let mut lowered = match lower(&options) {
            Ok(lowered) => lowered,
            Err(errors) => return reject("lower", show(&errors)),
        };
        if copies > 0 {
            let procedures = &lowered.program.procedures;
            for info in procedures.iter().filter_map(|p| p.loop_info.as_ref()) {
                let owner = procedures[info.procedure].name.clone();
                options.peeling.insert((owner, info.label.clone()), copies);
            }
            lowered = match lower(&options) {
                Ok(lowered) => lowered,
                Err(errors) => return reject("lower", show(&errors)),
            };
        }
        if let Err(error) = lowered.program.validate() {
            return reject("validate", vec![format!("{error:?}")]);
        }
        let with_body = || lowered.procedures.iter().filter(|p| p.has_body);
        let found = match entry {
            Some(name) => lowered.procedure(name),
            None => lowered
                .entry_points()
                .map(|p| p.id)
                .next()
                .or_else(|| lowered.procedure("main"))
                .or_else(|| with_body().map(|p| p.id).next().filter(|_| with_body().count() == 1)),
        };
        let Some(entry) = found else {
            return reject("entry", vec!["no entry".into()]);
        };
        let mut program = lowered.program;
        let entry = around(&mut program, entry, &lowered.global_where);
        Ok(Subject { program, entry })
    }
}

/// A procedure that assumes the formulas and calls the entry; the entry itself if there are none.
fn around(program: &mut Program, entry: ProcId, formulas: &[TermId]) -> ProcId {
    if formulas.is_empty() {
        return entry;
    }
    let inner = program.procedures[entry].clone();
    let assume = |&f: &TermId| Command { kind: CommandKind::Assume(f), info: inner.info };
    let mut commands: Vec<Command> = formulas.iter().map(assume).collect();
    let args = inner.inputs.iter().map(|&v| program.terms.var(v)).collect();
    let call = Call { callee: entry, args, results: inner.outputs.clone() };
    commands.push(Command { kind: CommandKind::Call(call), info: inner.info });
    let block = Block { label: "start".into(), commands, exit: Exit::Return };
    program.procedures.push(Procedure {
        name: format!("{}$start", inner.name),
        locals: Vec::new(),
        ensures: Vec::new(),
        body: Body { blocks: IndexVec::from_vec(vec![block]) },
        loop_info: None,
        ..inner
    })
}
