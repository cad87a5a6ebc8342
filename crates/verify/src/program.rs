//! Programs to be verified: texts that somebody has read.

use crate::failure::Failure;
use lariat_boogie::SourceMap;
use lariat_c::preprocess;
use lariat_c::{DataModel, Diagnostic, Originals, Part};
use lariat_c2boogie::{LIBRARY, Options, Shared, Translation};
use lariat_diagnostics::Report;
use lariat_evidence::SourceLines;
use lariat_lower::{Source, Stage};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A program. Clones are the same program.
#[derive(Clone, Debug)]
pub struct Program {
    names: Vec<String>,
    pub(crate) text: Text,
    /// Boogie that was parsed and checked, with and without inferring modifies clauses.
    checked: Arc<[OnceLock<Arc<Source>>; 2]>,
}

/// The languages.
#[derive(Clone, Debug)]
pub(crate) enum Text {
    Boogie(Arc<SourceMap>),
    C(Arc<CProgram>),
}

impl Program {
    /// A Boogie program in one file.
    pub fn boogie(name: &str, text: &str) -> Result<Program, Failure> {
        let sources = SourceMap::single(name, text).map_err(|e| Failure::input(name, e))?;
        Ok(Program::boogie_files(vec![name.to_owned()], sources))
    }

    /// A Boogie program in several files; `names` are what the user calls them.
    pub fn boogie_files(names: Vec<String>, sources: SourceMap) -> Program {
        Program { names, text: Text::Boogie(Arc::new(sources)), checked: Arc::default() }
    }

    /// A C program in one file that needs no preprocessing.
    pub fn c(name: &str, text: &str, model: DataModel) -> Result<Program, Failure> {
        let unit = UnitText { original: text.to_owned(), preprocessed: None };
        let read = CProgram::read(vec![(name.to_owned(), unit)], model, |_| None)?;
        Ok(Program::c_files(vec![name.to_owned()], read))
    }

    /// A C program; `names` are what the user calls its files.
    pub fn c_files(names: Vec<String>, program: CProgram) -> Program {
        Program { names, text: Text::C(Arc::new(program)), checked: Arc::default() }
    }

    /// What the user calls its files.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Is it C?
    pub fn is_c(&self) -> bool {
        matches!(self.text, Text::C(_))
    }

    /// A Boogie program, parsed and checked; it is so once for all questions.
    pub fn source(
        &self,
        infer_modifies: bool,
        begins: impl FnMut(Stage),
    ) -> Result<Arc<Source>, Failure> {
        let Text::Boogie(sources) = &self.text else {
            return Err(Failure::Internal("a C program is no Boogie".to_owned()));
        };
        let kept = &self.checked[usize::from(infer_modifies)];
        if let Some(source) = kept.get() {
            return Ok(Arc::clone(source));
        }
        let source = Arc::new(Source::new(Arc::clone(sources), infer_modifies, begins)?);
        Ok(Arc::clone(kept.get_or_init(|| source)))
    }

    /// The same Boogie program with one more text.
    pub fn and(&self, name: &str, text: String) -> Result<Program, Failure> {
        let Text::Boogie(sources) = &self.text else {
            return Err(Failure::Internal("a C program is no Boogie".to_owned()));
        };
        let mut all = SourceMap::new();
        let given = sources.files().iter().map(|file| (file.name(), file.text().to_owned()));
        for (name, text) in given.chain([(name, text)]) {
            all.add(name, text).map_err(|e| Failure::input(name, e))?;
        }
        Ok(Program::boogie_files(self.names.clone(), all))
    }

    /// The program, if it is C.
    pub(crate) fn as_c(&self) -> Option<&Arc<CProgram>> {
        match &self.text {
            Text::C(program) => Some(program),
            Text::Boogie(_) => None,
        }
    }

    /// The name under which the translation of C files is known.
    pub(crate) fn translated_name(&self) -> String {
        match self.names.as_slice() {
            [one] => format!("{one} (translated)"),
            _ => "<translation>".to_owned(),
        }
    }
}

/// The text of a file, before and after preprocessing.
#[derive(Clone, Debug)]
pub struct UnitText {
    /// As the user wrote it.
    pub original: String,
    /// If it was not preprocessed already.
    pub preprocessed: Option<String>,
}

impl UnitText {
    /// What the compiler sees.
    fn preprocessed(&self) -> &str {
        self.preprocessed.as_ref().unwrap_or(&self.original)
    }

    /// Do its line markers come with it? Then they are about files that may not be here.
    fn has_foreign_markers(&self) -> bool {
        self.preprocessed.is_none()
            && self.original.lines().any(|line| preprocess::line_marker(line).is_some())
    }
}

/// Finds the text of a header that a message is about.
type Headers = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// A C program without errors, and its lines, to be shown.
pub struct CProgram {
    /// The files, and the models of the library, as one program.
    pub program: lariat_c::Program,
    /// Its text.
    pub lines: SourceLines,
    /// The widths of its types.
    pub model: DataModel,
    /// The files by name.
    units: Vec<(String, UnitText)>,
    headers: Headers,
}

impl fmt::Debug for CProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&String> = self.units.iter().map(|unit| &unit.0).collect();
        f.debug_struct("CProgram").field("files", &names).finish_non_exhaustive()
    }
}

impl CProgram {
    /// Reads preprocessed files, and the models of the library. `headers` finds the texts of files that are not among
    /// these, to show lines of them.
    pub fn read(
        units: Vec<(String, UnitText)>,
        model: DataModel,
        headers: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> Result<CProgram, Failure> {
        let units = units.into_iter().map(|(name, text)| (name, text, Part::Program)).collect();
        CProgram::read_parts(units, model, headers, |_| Vec::new())
    }

    /// The same where some files are not the program's own. `rewrite` may change what was read without errors, and says what is
    /// wrong with it.
    pub fn read_parts(
        units: Vec<(String, UnitText, Part)>,
        model: DataModel,
        headers: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
        rewrite: impl FnOnce(&mut lariat_c::Program) -> Vec<Diagnostic>,
    ) -> Result<CProgram, Failure> {
        let parts: Vec<Part> = units.iter().map(|unit| unit.2).collect();
        let units: Vec<(String, UnitText)> = units.into_iter().map(|(n, t, _)| (n, t)).collect();
        let mut lines = SourceLines::default();
        for (file, text) in &units {
            lines.add_input(file, &text.original);
            lines.add_preprocessed(file, text.preprocessed());
        }
        // The models of the library come last.
        let parts = parts.into_iter().chain([Part::Program]);
        let sources: Vec<_> = parts.zip(sources(&units)).collect();
        let program = lariat_c::read_parts(&sources, model);
        let mut read = CProgram { program, lines, model, units, headers: Box::new(headers) };
        if !read.program.has_errors() {
            let problems = rewrite(&mut read.program);
            read.program.diagnostics.extend(problems);
        }
        if read.program.has_errors() {
            let all = read.program.diagnostics.iter();
            let errors: Vec<Diagnostic> = all.filter(|d| d.is_error()).cloned().collect();
            return Err(Failure::C(read.report(&errors)));
        }
        Ok(read)
    }

    /// Messages about the program with the lines that the user wrote.
    pub fn report(&self, diagnostics: &[Diagnostic]) -> Report {
        if diagnostics.is_empty() {
            return Report::default();
        }
        let files = &self.program.files;
        let headers = match self.units.iter().any(|(_, unit)| unit.has_foreign_markers()) {
            true => Vec::new(),
            false => self.headers(diagnostics),
        };
        let given = self.units.iter().map(|(name, unit)| (name.as_str(), unit.original.as_str()));
        let headers = headers.iter().map(|(name, text)| (*name, text.as_str()));
        let originals = Originals::new(files, &sources(&self.units), given.chain(headers));
        Report::resolve(diagnostics, &originals)
    }

    /// The files with something to show that are not among those given, as far as they are there.
    fn headers(&self, diagnostics: &[Diagnostic]) -> Vec<(&str, String)> {
        let places = diagnostics.iter().flat_map(|d| d.notes.iter().map(|n| n.0).chain([d.place]));
        let names: BTreeSet<&str> = places.map(|p| self.program.files.name(p.file)).collect();
        let given = |name: &&str| self.units.iter().any(|(unit, _)| unit == name);
        let others = names.into_iter().filter(|name| !given(name));
        others.filter_map(|name| Some((name, (self.headers)(name)?))).collect()
    }
}

/// All texts of a program: its files and the models of the library.
fn sources(units: &[(String, UnitText)]) -> Vec<lariat_c::Source<'_>> {
    let given =
        units.iter().map(|(name, text)| lariat_c::Source { name, text: text.preprocessed() });
    given.chain([LIBRARY]).collect()
}

/// A C program together with its translation.
#[derive(Debug)]
pub struct Translated {
    /// The program and its text.
    pub parsed: Arc<CProgram>,
    /// Its translation.
    pub translation: Translation,
}

/// Translates a C program to Boogie; with what was `shared` by translations before.
pub fn translate(
    parsed: &Arc<CProgram>,
    options: &Options,
    shared: Option<&Shared>,
) -> Result<Translated, Failure> {
    let program = &parsed.program;
    let translation = match shared {
        Some(shared) => lariat_c2boogie::translate_again(program, options, shared),
        None => lariat_c2boogie::translate(program, options),
    };
    let translation = translation.map_err(|error| Failure::C(parsed.report(&[error])))?;
    Ok(Translated { parsed: Arc::clone(parsed), translation })
}

impl Translated {
    /// What the user may want to know about the translation, a line each.
    pub fn warnings(&self) -> Vec<String> {
        let report = self.parsed.report(&self.translation.warnings);
        report.diagnostics.iter().map(|d| d.as_lines(&report.excerpts)).collect()
    }

    /// A line of the program.
    pub fn line(&self, file: &str, line: u32) -> Option<String> {
        self.parsed.lines.get(file, line).map(str::to_owned)
    }
}
