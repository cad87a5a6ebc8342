//! C programs: preprocessing, reading, translation to Boogie.

use crate::evidence::Translated;
use crate::failure::Failure;
use crate::input::read_sources;
use crate::property::CheckArg;
use clap::{Args, ValueEnum};
use lariat_boogie::SourceMap;
use lariat_c::compile_commands::{CompileCommand, read_compile_commands};
use lariat_c::preprocess::{self, Flag, Preprocessor};
use lariat_c::{DataModel, Diagnostic, Originals, Source};
use lariat_c2boogie::{
    Allocation, Checks, Discharge, FloatEncoding, IntegerEncoding, LIBRARY, MemoryModelKind,
    Promoted, Rules, UnknownCalls,
};
use lariat_diagnostics::Report;
use lariat_verdict::ItemId;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Options for C.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "C programs")]
pub struct CArgs {
    /// Look for included files here
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
    /// How wide `long` and pointers are
    #[arg(long, value_enum, default_value_t, ignore_case = true, value_name = "MODEL")]
    pub data_model: DataModelArg,
    /// How memory is divided into maps
    #[arg(long, value_enum, default_value_t, value_name = "MODEL")]
    pub memory: MemoryArg,
    /// Take it that pointers from outside (results of unknown functions, arguments of the entry,
    /// what `extern` variables hold, and what is reached from these) never point to the same
    /// memory. By default two of them may be equal if their types are compatible, and equal to
    /// the address of an object of the program that the outside was given. Fewer executions, so
    /// faster, but bugs that need such an alias are missed
    #[arg(long)]
    pub no_env_alias: bool,
    /// How integers are encoded. All encodings agree with the machine (two's complement), and a
    /// bug is always checked bit by bit; they differ in what solvers and provers are good at
    #[arg(long, value_enum, default_value_t, value_name = "ENCODING")]
    pub integers: IntegersArg,
    /// What the solver knows about floating-point numbers. A bug is always checked with what
    /// IEEE 754 says about them
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub floats: FloatsArg,
    /// Let integers that are not bits grow without bound instead of wrapping around. Bugs are
    /// still checked bit by bit, but a proof then only holds for executions without overflow
    #[arg(long)]
    pub no_wrap: bool,
    /// Variables and maps that refinement has made bits.
    #[arg(skip)]
    pub promoted: Vec<Promoted>,
    /// Leave out of the search what needs none.
    #[arg(skip)]
    pub discharge: Discharge,
    /// What functions do that are only declared
    #[arg(long, value_enum, value_name = "WHAT")]
    pub unknown_calls: Option<UnknownCallsArg>,
    /// What `malloc` and its like may do [default: they never fail, and a proof says that it assumes so]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub malloc: Option<MallocArg>,
    /// What must not go wrong besides assertions; several with commas between them
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub check: Vec<CheckArg>,
    /// Do not check assertions and calls of error functions: they end the program
    #[arg(long)]
    pub no_assertions: bool,
    /// The properties to check, as a file in the style of SV-COMP
    #[arg(long, value_name = "FILE.prp")]
    pub property: Option<PathBuf>,
    /// Whose rules hold where C leaves something open; a property file brings those of SV-COMP
    #[arg(long, value_enum, value_name = "RULES")]
    pub rules: Option<RulesArg>,
    /// Ask the prover for C about the path of a bug: all steps, bit by bit, memory as objects.
    /// A second opinion: what it refutes is not reported as a bug
    #[arg(long)]
    pub confirm_bits: bool,
    /// The checks that are assertions in this run.
    #[arg(skip)]
    pub asserted: Checks,
    /// The program, once it was read.
    #[arg(skip)]
    pub parsed: Option<Arc<Parsed>>,
}

/// A program that was read, and its lines, to be shown.
#[derive(Debug)]
pub struct Parsed {
    /// The files, and the models of the library, as one program.
    pub program: lariat_c::Program,
    /// Its text.
    pub lines: lariat_evidence::SourceLines,
    /// The files by name.
    units: Vec<(String, UnitText)>,
}

/// Data models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DataModelArg {
    /// 32-bit int, long and pointers
    #[value(name = "ILP32")]
    Ilp32,
    /// 64-bit long and pointers
    #[default]
    #[value(name = "LP64")]
    Lp64,
}

impl From<DataModelArg> for DataModel {
    fn from(model: DataModelArg) -> DataModel {
        match model {
            DataModelArg::Ilp32 => DataModel::Ilp32,
            DataModelArg::Lp64 => DataModel::Lp64,
        }
    }
}

/// Memory models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MemoryArg {
    /// One map of bytes
    Unified,
    /// One map per type and field; misses aliases between them
    Split,
    /// As many maps as aliasing allows
    #[default]
    Refined,
}

/// Encodings of integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum IntegersArg {
    /// Integers everywhere; what `x & y` gives is left open until a bug depends on it
    Int,
    /// Bit-vectors everywhere
    Bv,
    /// Bit-vectors where bitwise operators need them, integers elsewhere
    #[default]
    Mixed,
    /// Bit-vectors for all operators except those on addresses
    MixedAllOps,
}

/// Encodings of floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FloatsArg {
    /// Everything: SMT's theory of floats
    #[default]
    Smt,
    /// That the same operation on the same numbers gives the same, until a bug depends on more
    Uninterpreted,
}

/// What unknown functions do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum UnknownCallsArg {
    /// Return any value
    #[default]
    Pure,
    /// Return any value and write any value to what their arguments point to
    Havoc,
    /// End the analysis of the path
    Error,
}

/// Rules for what C leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RulesArg {
    /// The software verification competition: allocation never fails, functions that are only declared write nothing
    SvComp,
}

/// What `malloc` and its like may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MallocArg {
    /// Return a null pointer
    MayFail,
    /// Only return memory
    NeverFails,
}

/// Is this a C file, or a list of such, by its name?
pub fn is_c(file: &str) -> bool {
    is_database(file) || Path::new(file).extension().is_some_and(|e| e == "c" || e == "i")
}

/// Is this a `compile_commands.json`?
pub fn is_database(file: &str) -> bool {
    Path::new(file).file_name().is_some_and(|name| name == "compile_commands.json")
}

/// A file with the flags that it alone has.
struct Unit {
    file: String,
    flags: Vec<Flag>,
}

/// The files to read: those given, and those that compilation databases among them list.
fn units(files: &[String], model: DataModel) -> Result<Vec<Unit>, Failure> {
    let mut units = Vec::new();
    for file in files {
        if !is_database(file) {
            units.push(Unit { file: file.clone(), flags: Vec::new() });
            continue;
        }
        let text = text_of(file)?;
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let wrong =
            |line, message: String| Report::error_in("database", (file, &text), line, message);
        let commands = read_compile_commands(&text)
            .map_err(|error| Failure::C(wrong(error.line, error.to_string())))?;
        if commands.is_empty() {
            return Err(Failure::C(wrong(0, "no C file is compiled there".into())));
        }
        for CompileCommand { directory, file: source, flags, model: wanted, line } in commands {
            let directory = folder.join(directory);
            if let Some(wanted) = wanted.filter(|&wanted| wanted != model) {
                let (flag, name) = match wanted {
                    DataModel::Ilp32 => ("-m32", "ILP32"),
                    DataModel::Lp64 => ("-m64", "LP64"),
                };
                let message = format!("{} is compiled with {flag}", source.display());
                let help = format!("use --data-model {name}");
                return Err(Failure::C(wrong(line, message).with_help(help)));
            }
            let flags = flags.into_iter().map(|flag| flag.within(&directory)).collect();
            units.push(Unit { file: directory.join(source).display().to_string(), flags });
        }
    }
    Ok(units)
}

fn text_of(file: &str) -> Result<String, Failure> {
    let sources: SourceMap = read_sources(&[file.to_owned()]).map_err(Failure::Input)?;
    Ok(sources.files().first().map(|f| f.text().to_owned()).unwrap_or_default())
}

/// Translates C files to one Boogie program.
pub fn translate(
    files: &[String],
    args: &CArgs,
    entry: Option<&str>,
    skipped: &BTreeSet<ItemId>,
) -> Result<Translated, Failure> {
    let parsed = parsed(files, args)?;
    let options = lariat_c2boogie::Options { skipped: skipped.clone(), ..options(args, entry) };
    let translation = lariat_c2boogie::translate(&parsed.program, &options)
        .map_err(|error| Failure::C(parsed.report(&[error])))?;
    Ok(Translated { parsed, translation })
}

/// How the arguments mean C to be translated.
pub fn options(args: &CArgs, entry: Option<&str>) -> lariat_c2boogie::Options {
    lariat_c2boogie::Options {
        entry: entry.map(str::to_owned),
        memory: match args.memory {
            MemoryArg::Unified => MemoryModelKind::Unified,
            MemoryArg::Split => MemoryModelKind::Split,
            MemoryArg::Refined => MemoryModelKind::Refined,
        },
        env_alias: !args.no_env_alias,
        integers: match args.integers {
            IntegersArg::Int => IntegerEncoding::Int,
            IntegersArg::Bv => IntegerEncoding::Bv,
            IntegersArg::Mixed => IntegerEncoding::Mixed,
            IntegersArg::MixedAllOps => IntegerEncoding::MixedAllOps,
        },
        floats: match args.floats {
            FloatsArg::Smt => FloatEncoding::Smt,
            FloatsArg::Uninterpreted => FloatEncoding::Uninterpreted,
        },
        wrap: !args.no_wrap,
        promoted: args.promoted.clone(),
        unknown_calls: args.unknown_calls.map(|what| match what {
            UnknownCallsArg::Pure => UnknownCalls::Pure,
            UnknownCallsArg::Havoc => UnknownCalls::Havoc,
            UnknownCallsArg::Error => UnknownCalls::Error,
        }),
        allocation: args.malloc.map(|what| match what {
            MallocArg::MayFail => Allocation::MayFail,
            MallocArg::NeverFails => Allocation::NeverFails,
        }),
        rules: (args.property.is_some() || args.rules.is_some()).then_some(Rules::SvComp),
        checks: args.asserted,
        discharge: args.discharge,
        ..lariat_c2boogie::Options::default()
    }
}

/// The program of C files; read if that was not done before.
pub fn parsed(files: &[String], args: &CArgs) -> Result<Arc<Parsed>, Failure> {
    match &args.parsed {
        Some(parsed) => Ok(Arc::clone(parsed)),
        None => read(files, args).map(Arc::new),
    }
}

/// Reads C files, and the models of the library.
fn read(files: &[String], args: &CArgs) -> Result<Parsed, Failure> {
    let model = args.data_model.into();
    let mut read: Vec<(String, UnitText)> = Vec::new();
    let mut lines = lariat_evidence::SourceLines::default();
    for Unit { file, flags } in units(files, model)? {
        let text = preprocessed(&file, flags, model, args)?;
        lines.add_input(&file, &text.original);
        lines.add_preprocessed(&file, text.preprocessed());
        read.push((file, text));
    }
    let program = lariat_c::read_program(&sources(&read), model);
    let parsed = Parsed { program, lines, units: read };
    if parsed.program.has_errors() {
        let all = parsed.program.diagnostics.iter();
        let errors: Vec<Diagnostic> = all.filter(|d| d.is_error()).cloned().collect();
        return Err(Failure::C(parsed.report(&errors)));
    }
    Ok(parsed)
}

/// All texts of a program: its files and the models of the library.
fn sources(units: &[(String, UnitText)]) -> Vec<Source<'_>> {
    let given = units.iter().map(|(name, text)| Source { name, text: text.preprocessed() });
    given.chain([LIBRARY]).collect()
}

impl Parsed {
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
        others.filter_map(|name| Some((name, std::fs::read_to_string(name).ok()?))).collect()
    }
}

/// The name under which the translation of C files is known.
pub fn translated_name(files: &[String]) -> String {
    match files {
        [one] => format!("{one} (translated)"),
        _ => "<translation>".to_owned(),
    }
}

/// The text of a file, before and after preprocessing.
#[derive(Debug)]
struct UnitText {
    original: String,
    /// If it was not preprocessed already.
    preprocessed: Option<String>,
}

impl UnitText {
    fn preprocessed(&self) -> &str {
        self.preprocessed.as_ref().unwrap_or(&self.original)
    }

    /// Do its line markers come with it? Then they are about files that may not be here.
    fn has_foreign_markers(&self) -> bool {
        self.preprocessed.is_none()
            && self.original.lines().any(|line| preprocess::line_marker(line).is_some())
    }
}

/// Reads a file and preprocesses it if need be.
fn preprocessed(
    file: &str,
    flags: Vec<Flag>,
    model: DataModel,
    args: &CArgs,
) -> Result<UnitText, Failure> {
    let path = Path::new(file);
    let original = text_of(file)?;
    let plain = flags.is_empty() && !preprocess::needs_preprocessing(&original);
    if preprocess::is_preprocessed(path) || plain {
        return Ok(UnitText { original, preprocessed: None });
    }
    let mut preprocessor = Preprocessor::new(model);
    let define = args.define.iter().cloned().map(Flag::Define);
    let undefine = args.undefine.iter().cloned().map(Flag::Undefine);
    let include = args.include.iter().cloned().map(Flag::IncludeDirectory);
    preprocessor.flags = flags.into_iter().chain(include).chain(define).chain(undefine).collect();
    let result = preprocessor.run(path).map_err(|e| Failure::C(e.report()))?;
    Ok(UnitText { original, preprocessed: Some(result) })
}
