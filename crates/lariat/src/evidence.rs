//! Evidence for bugs in C, on request: a harness, and what happens when the program is compiled
//! with it and run.

mod witness;

use crate::args::c::CArgs;
use crate::failure::write_file;
use crate::input::plain_reason;
use crate::job::Job;
use lariat_budget::Budget;
use lariat_c::DataModel;
use lariat_evidence::{Execution, FAILED, Harness, LEFT};
use lariat_process::confined::{Ended, run};
use lariat_verify::{Bug, Failure, Translated, stop_in_words};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
pub use witness::write_witness;

/// How long the compiler and the program may run.
const COMPILE_FOR: Duration = Duration::from_secs(60);
const RUN_FOR: Duration = Duration::from_secs(10);

/// Does what was asked for about an execution that fails; its trace is that of the translated program.
pub fn give(job: &Job, bug: &mut Bug, c: &Translated, budget: &Budget) -> Result<(), Failure> {
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
    let harness = lariat_evidence::harness(execution, &c.parsed.lines);
    if let Some(file) = &wanted.harness {
        write_file(file, &harness.text)?;
    }
    bug.evidence.confirmed = wanted.confirm.then(|| confirm(job, c, &harness, budget));
    bug.evidence.patched = harness.patches.iter().map(|p| p.variable.clone()).collect();
    bug.evidence.unset = harness.unset;
    Ok(())
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
fn confirm(job: &Job, c: &Translated, harness: &Harness, budget: &Budget) -> Result<(), String> {
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
    match run(compiler, COMPILE_FOR, None, budget)? {
        Ended::Code(0, _) => {}
        Ended::Code(_, said) => return Err(why_not_compiled(&job.c, &said)),
        Ended::Signal(signal) => return Err(format!("the compiler ended with signal {signal}")),
        Ended::Late => return Err("the compiler took too long".into()),
        Ended::Stopped(stop) => return Err(stop_in_words(stop, budget).text),
    }
    let mut program = Command::new(&binary);
    program.args(&harness.arguments);
    let memory = budget.memory_limit().unwrap_or(2 << 30);
    let ended = run(program, RUN_FOR, Some(memory), budget)?;
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
        Ended::Stopped(stop) => Err(stop_in_words(stop, budget).text),
    }
}

/// The compiler with its flags.
fn compile_command(job: &Job, harness: &Harness) -> Command {
    let mut command = Command::new("cc");
    command.arg(match job.c.data_model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
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
    if c.data_model == DataModel::Ilp32 && missing {
        return "the C compiler has no libraries for -m32 (on Debian: gcc-multilib)".into();
    }
    format!("it does not compile: {}", lines.join(" | "))
}
