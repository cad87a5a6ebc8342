//! Evidence for bugs in C, on request: a harness, and what happens when the program is compiled
//! with it and run.

mod run;
mod witness;

use crate::c::{CArgs, DataModelArg, Parsed, UnknownCallsArg};
use crate::failure::Failure;
use crate::input::plain_reason;
use crate::pipeline::Job;
use crate::report::Bug;
use crate::supervise::Shared;
use clap::Args;
use lariat_c2boogie::{Origin, Translation};
use lariat_evidence::{Execution, FAILED, Harness, LEFT};
use lariat_logic::VarId;
use lariat_program::Program;
use lariat_trace::{Trace, Wish};
use run::Ended;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
pub use witness::write_witness;

/// How long the compiler and the program may run.
const COMPILE_FOR: Duration = Duration::from_secs(60);
const RUN_FOR: Duration = Duration::from_secs(10);

/// Options for what is shown and tried when a bug in C was found.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Evidence (C programs)")]
pub struct EvidenceArgs {
    /// Write a C file with which the program really fails when it is compiled and run
    ///
    /// The file defines what the program only declares: functions that return anything
    /// (__VERIFIER_nondet_int, unknown functions) return the values of the execution found, one
    /// after the other, and globals that are declared only have their values. Its head says how
    /// to compile it with the program, and which inputs cannot be set from outside, such as the
    /// content of variables that are not initialised.
    #[arg(long, value_name = "FILE.c")]
    pub harness: Option<String>,
    /// Compile the program with such a file, run it, and say whether it fails
    ///
    /// Uses the C compiler `cc` (-m32 or -m64 by the data model) and runs the program: for ten
    /// seconds at most, within the memory limit, without input.
    #[arg(long)]
    pub confirm: bool,
    /// Write a witness in the format of SV-COMP, version 2.0
    ///
    /// For a bug, the values that calls returned and the statement that goes wrong; for a proof,
    /// an (empty) set of invariants. Without either, no file is written.
    #[arg(long, value_name = "FILE.yml")]
    pub witness: Option<String>,
}

/// A C program together with its translation.
pub struct Translated {
    /// The program and its text.
    pub parsed: Arc<Parsed>,
    /// Its translation.
    pub translation: Translation,
}

impl Translated {
    /// What the user may want to know about the translation, a line each.
    pub fn warnings(&self) -> Vec<String> {
        let report = self.parsed.report(&self.translation.warnings);
        report.diagnostics.iter().map(|d| d.as_lines(&report.excerpts)).collect()
    }

    fn line(&self, file: &str, line: u32) -> Option<String> {
        self.parsed.lines.get(file, line).map(str::to_owned)
    }
}

/// What there is about a bug beyond its trace.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Was the failure seen in the compiled program? If not, why.
    pub confirmed: Option<Result<(), String>>,
    /// Inputs that the harness cannot set.
    pub unset: Vec<String>,
    /// Variables that are set in a copy of the program.
    pub patched: Vec<String>,
    /// The witness of the violation, if it was asked for.
    pub witness: Option<String>,
    /// The trace of the translated program, if the bug's trace is in C's words.
    pub translated: Option<Trace>,
}

/// What variables of the translated program should be so that a compiled program can repeat the
/// execution: zeros where nobody has set anything, and pointers from outside far from each other.
pub fn wishes(program: &Program, c: Option<&Translated>) -> FxHashMap<VarId, Wish> {
    let Some(c) = c else { return FxHashMap::default() };
    let symbols = &c.translation.symbols;
    let types = &c.parsed.program.types;
    let name = |v: &VarId| &program.terms.variable(*v).name;
    let mut wishes = FxHashMap::default();
    let wish = |pointer: bool| if pointer { Wish::Apart } else { Wish::Zero };
    for v in program.globals.iter().filter(|v| symbols.maps.contains_key(name(v))) {
        wishes.insert(*v, wish(symbols.pointers.get(name(v)) == Some(&true)));
    }
    for procedure in program.procedures.iter() {
        let mut owner = procedure;
        for _ in 0..64 {
            match &owner.loop_info {
                Some(l) => owner = &program.procedures[l.procedure],
                None => break,
            }
        }
        for v in procedure.locals.iter().chain(&procedure.outputs) {
            let Some(origin) = symbols.origin(&owner.name, name(v)) else { continue };
            let ty = lariat_evidence::type_of(&c.parsed.program, symbols, origin);
            let pointer = ty.is_some_and(|t| types.is_pointer(t));
            let local = matches!(origin, Origin::Local(_) | Origin::Uninitialised(_));
            if local || pointer {
                wishes.insert(*v, wish(pointer));
            }
        }
    }
    wishes
}

/// Does what was asked for about an execution that fails.
pub fn give(job: &Job, bug: &mut Bug, c: &Translated, shared: &Shared) -> Result<(), Failure> {
    let wanted = &job.evidence;
    let execution = Execution {
        trace: &bug.trace,
        symbols: &c.translation.symbols,
        program: &c.parsed.program,
    };
    let mut in_c = lariat_evidence::view(execution, &|file, line| c.line(file, line));
    in_c.assumptions = assumptions(job, c);
    if wanted.witness.is_some() {
        bug.evidence.witness = Some(witness::violation(job, execution, c)?);
    }
    let needed = wanted.harness.is_some() || wanted.confirm;
    let harness = needed.then(|| lariat_evidence::harness(execution, &c.parsed.lines));
    bug.evidence.translated = Some(std::mem::replace(&mut bug.trace, in_c));
    let Some(harness) = harness else { return Ok(()) };
    if let Some(file) = &wanted.harness {
        std::fs::write(file, &harness.text)
            .map_err(|e| Failure::Output { file: file.clone(), reason: plain_reason(&e) })?;
    }
    bug.evidence.confirmed = wanted.confirm.then(|| confirm(job, c, &harness, shared));
    bug.evidence.patched = harness.patches.iter().map(|p| p.variable.clone()).collect();
    bug.evidence.unset = harness.unset;
    Ok(())
}

/// What is taken for granted about functions that are only declared.
pub fn assumptions(job: &Job, c: &Translated) -> Vec<String> {
    let unknown = c.translation.unknown_calls.iter().filter(|f| !f.starts_with("__VERIFIER_"));
    let names: Vec<String> = unknown.map(|f| format!("`{f}`")).collect();
    let what = match job.c.unknown_calls.unwrap_or_default() {
        UnknownCallsArg::Pure => "return anything",
        UnknownCallsArg::Havoc => "return anything and write what they can reach",
        UnknownCallsArg::Error => return Vec::new(),
    };
    match names.len() {
        0 => Vec::new(),
        1..=8 => vec![format!("calls to {} are assumed to {what}", names.join(", "))],
        n => vec![format!(
            "calls to {} and {} more are assumed to {what}",
            names[..6].join(", "),
            n - 6
        )],
    }
}

/// A folder that is gone when this is.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> std::io::Result<Scratch> {
        let path = std::env::temp_dir().join(format!("lariat-{}", std::process::id()));
        // Somebody else's folder of this name must not be used, nor removed.
        std::fs::create_dir(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compiles and runs.
fn confirm(job: &Job, c: &Translated, harness: &Harness, shared: &Shared) -> Result<(), String> {
    if job.files.iter().any(|file| crate::c::is_database(file)) {
        return Err("files of a compile_commands.json are compiled by their own build: write the \
                    harness with --harness and add it there"
            .into());
    }
    let scratch =
        Scratch::new().map_err(|e| format!("no temporary folder: {}", plain_reason(&e)))?;
    let source = scratch.0.join("harness.c");
    let binary = scratch.0.join("failing");
    std::fs::write(&source, &harness.text)
        .map_err(|e| format!("cannot write the harness: {}", plain_reason(&e)))?;
    let mut compiler = compile_command(job, harness);
    compiler.arg(&source);
    for (n, file) in job.files.iter().enumerate() {
        let Some(text) = lariat_evidence::patched(file, &harness.patches, &c.parsed.lines) else {
            compiler.arg(file);
            continue;
        };
        let original = Path::new(file);
        let suffix = original.extension().and_then(|e| e.to_str()).unwrap_or("c");
        let copy = scratch.0.join(format!("program{n}.{suffix}"));
        std::fs::write(&copy, text)
            .map_err(|e| format!("cannot write the program: {}", plain_reason(&e)))?;
        let folder = original.parent().filter(|p| !p.as_os_str().is_empty());
        compiler.arg("-iquote").arg(folder.unwrap_or(Path::new("."))).arg(&copy);
    }
    compiler.arg("-o").arg(&binary).arg("-lm");
    match run::run(compiler, COMPILE_FOR, None, shared)? {
        Ended::Code(0, _) => {}
        Ended::Code(_, said) => return Err(why_not_compiled(&job.c, &said)),
        Ended::Signal(signal) => return Err(format!("the compiler ended with signal {signal}")),
        Ended::Late => return Err("the compiler took too long".into()),
    }
    let mut program = Command::new(&binary);
    program.args(&harness.arguments);
    let memory = shared.memory_limit().unwrap_or(2 << 30);
    let ended = run::run(program, RUN_FOR, Some(memory), shared)?;
    let open = || match harness.unset.as_slice() {
        [] => String::new(),
        unset => format!(" (not set: {})", unset.join("; ")),
    };
    match ended {
        Ended::Code(FAILED, _) => Ok(()),
        Ended::Code(LEFT, _) => Err(format!("an assumption of the program is false{}", open())),
        Ended::Code(code, _) => Err(format!("the program ends with exit code {code}{}", open())),
        Ended::Signal(signal) => Err(format!("the program ends with signal {signal}{}", open())),
        Ended::Late => Err(format!("the program runs for too long{}", open())),
    }
}

/// The compiler with its flags.
fn compile_command(job: &Job, harness: &Harness) -> Command {
    let mut command = Command::new("cc");
    command.arg(match job.c.data_model {
        DataModelArg::Ilp32 => "-m32",
        DataModelArg::Lp64 => "-m64",
    });
    command.args(&harness.flags);
    for flag in crate::c::preprocessor_flags(&job.c) {
        command.args(flag.arguments());
    }
    command
}

fn why_not_compiled(c: &CArgs, said: &str) -> String {
    let wanted = ["error", "undefined", "cannot find", "multiple", "relocation"];
    let lines: Vec<&str> =
        said.lines().filter(|l| wanted.iter().any(|w| l.contains(w))).take(3).collect();
    let missing = said.contains("cannot find Scrt1.o")
        || said.contains("cannot find crt1.o")
        || said.contains("skipping incompatible");
    if c.data_model == DataModelArg::Ilp32 && missing {
        return "the C compiler has no libraries for -m32 (on Debian: gcc-multilib)".into();
    }
    format!("it does not compile: {}", lines.join(" | "))
}
