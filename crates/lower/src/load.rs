//! From Boogie text to a core program and where it starts.

use crate::entry::{NoEntry, find_entry};
use crate::modular::{Implementation, implementations};
use crate::start::assume_at_start;
use crate::{LowerOptions, Lowered, lower};
use lariat_boogie::ast::{AttrArg, Decl, ExprKind, find_attr};
use lariat_boogie::{CheckOptions, Checked, Diagnostic, SourceMap};
use lariat_program::ProcId;
use std::fmt;
use std::sync::Arc;

/// A program that was parsed and checked.
#[derive(Debug)]
pub struct Source {
    /// The texts.
    pub sources: Arc<SourceMap>,
    /// The tree.
    pub program: lariat_boogie::Program,
    /// Names and types.
    pub checked: Checked,
    /// What is not an error.
    pub warnings: Vec<Diagnostic>,
}

/// The steps from text to core program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Lexing and parsing.
    Parse,
    /// Names and types.
    Check,
    /// To the core program.
    Lower,
}

/// Why a text is no program that can be executed.
#[derive(Clone, Debug)]
pub enum Rejected {
    /// It is not valid, or has something that cannot be lowered.
    Program {
        /// Who says so.
        stage: Stage,
        /// What is wrong; at least one error.
        diagnostics: Vec<Diagnostic>,
        /// The texts that the diagnostics point into.
        sources: Arc<SourceMap>,
    },
    /// It is not known where to start.
    Entry(NoEntry),
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::Program { diagnostics, sources, .. } => {
                let errors = diagnostics.iter().filter(|d| d.is_error());
                let lines: Vec<String> = errors.map(|d| d.one_line(sources)).collect();
                f.write_str(&lines.join("\n"))
            }
            Rejected::Entry(NoEntry { message, help }) => write!(f, "{message}; {help}"),
        }
    }
}

impl Source {
    /// Parses and checks; says which stage begins.
    pub fn new(
        sources: Arc<SourceMap>,
        infer_modifies: bool,
        mut begins: impl FnMut(Stage),
    ) -> Result<Source, Rejected> {
        let reject = |stage, diagnostics| {
            Err(Rejected::Program { stage, diagnostics, sources: Arc::clone(&sources) })
        };
        begins(Stage::Parse);
        let parsed = lariat_boogie::parse(&sources);
        if !parsed.is_ok() {
            return reject(Stage::Parse, parsed.diagnostics);
        }
        begins(Stage::Check);
        let mut checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies });
        let mut warnings = parsed.diagnostics;
        let accepted = checked.is_ok();
        warnings.append(&mut checked.diagnostics);
        if !accepted {
            return reject(Stage::Check, warnings);
        }
        Ok(Source { sources, program: parsed.program, checked, warnings })
    }

    /// The name of the procedure that is executed: the one asked for; else the implementation with `{:entrypoint}`;
    /// else the procedure declaration with it; else `main` or `Main`; else the only procedure with a body.
    pub fn entry(&self, wanted: Option<&str>) -> Result<String, NoEntry> {
        let entry = find_entry(&self.program, &self.checked, wanted)?;
        Ok(self.program.text(self.checked.procedures[entry.index()].name).to_owned())
    }

    /// File, line and column of an implementation.
    pub fn place(&self, implementation: &Implementation) -> (String, u32, u32) {
        let place = self.sources.locate(implementation.span.start);
        (place.file.to_owned(), place.line, place.column)
    }

    /// The Boolean constants that wait for inference (`{:existential true}`).
    pub fn existentials(&self) -> Vec<String> {
        let decls = self.checked.constants.iter().filter(|c| match &self.program[c.decl] {
            Decl::Const(decl) => {
                let args = find_attr(&self.program, &decl.attrs, "existential").map(|a| &a.args);
                let is_true = |arg: &AttrArg| match arg {
                    AttrArg::Expr(e) => matches!(self.program[*e].kind, ExprKind::Bool(true)),
                    AttrArg::Str(_) => false,
                };
                args.is_some_and(|args| args.is_empty() || args.iter().any(is_true))
            }
            _ => false,
        });
        decls.map(|c| self.program.text(c.name).to_owned()).collect()
    }

    /// The implementations, in the order of the text.
    pub fn implementations(&self) -> Vec<Implementation> {
        implementations(&self.program, &self.checked)
    }

    /// The core program, and where it starts: there the where clauses of globals hold.
    pub fn lower(
        &self,
        entry: &str,
        options: &LowerOptions,
    ) -> Result<(Lowered, ProcId), Rejected> {
        let options = LowerOptions { entry: Some(entry.to_owned()), ..options.clone() };
        let lowered = lower(&self.program, &self.checked, &self.sources, &options);
        let mut lowered = lowered.map_err(|diagnostics| Rejected::Program {
            stage: Stage::Lower,
            diagnostics,
            sources: Arc::clone(&self.sources),
        })?;
        let start = lowered.procedure(entry).ok_or_else(|| {
            Rejected::Entry(NoEntry {
                message: format!("there is no procedure `{entry}` to start with"),
                help: "name another one with --entry".into(),
            })
        })?;
        let start = assume_at_start(&mut lowered.program, start, &lowered.global_where);
        Ok((lowered, start))
    }
}

/// A core program from one text, and where it starts; what procedures modify is inferred. Errors are in words.
pub fn load(name: &str, text: &str, options: &LowerOptions) -> Result<(Lowered, ProcId), String> {
    let sources = SourceMap::single(name, text).map_err(|e| e.to_string())?;
    let source = Source::new(Arc::new(sources), true, |_| {}).map_err(|e| e.to_string())?;
    let entry = source.entry(None).map_err(|e| e.message)?;
    source.lower(&entry, options).map_err(|e| e.to_string())
}
