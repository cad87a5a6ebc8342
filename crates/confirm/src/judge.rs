//! Does the compiled program fail as the execution that was found does?
//!
//! It does if its first report is about a failure of the same kind, and the innermost place of the program in it is
//! in the statement where the execution fails. For memory that is not freed the place is where it was allocated, so any will do.

use crate::build::Build;
use crate::scratch::Scratch;
use lariat_budget::Budget;
use lariat_evidence::sanitizer::{self, Frame, Report, Tool};
use lariat_evidence::{Harness, LEFT};
use lariat_process::confined::{Ended, Limits, Ran, run};
use lariat_process::sandbox::Isolation;
use lariat_verdict::{Item, Kind};
use lariat_verify::{Bug, stop_in_words};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long the program may run.
const RUN_FOR: Duration = Duration::from_secs(10);
/// How much memory it may use, in bytes, if there is no other limit.
const MEMORY: u64 = 2 << 30;

/// Compiles and runs the program: what was seen, or why nothing was; and what it could not reach, if it ran.
pub fn confirm(
    build: &Build<'_>,
    harness: &Harness,
    bug: &Bug,
    place: &Item,
    budget: &Budget,
) -> (Result<String, String>, Option<Isolation>) {
    if sanitizer::checks(place.kind).is_none() {
        let why = match place.kind {
            Kind::Uninitialised => "variables that are read before they have a value",
            _ => "this failure",
        };
        return (Err(format!("no check of the C compiler sees {why}")), None);
    }
    let (ran, source) = match compile_and_run(build, harness, place.kind, budget) {
        Ok(both) => both,
        Err(why) => return (Err(why), None),
    };
    let isolation = ran.isolation;
    let report = match &ran.ended {
        Ended::Code(LEFT) | Ended::Late | Ended::Large | Ended::Stopped(_) => None,
        Ended::Code(_) | Ended::Signal(_) => sanitizer::first_report(&ran.said),
    };
    let answer = match report {
        Some(report) => Judge { build, bug, place, harness: &source }.judge(&report),
        None => Err(how_it_ended(&ran, place.kind, budget)),
    };
    let open = |why: String| match harness.unset.as_slice() {
        [] => why,
        unset => format!("{why} (not set: {})", unset.join("; ")),
    };
    (answer.map_err(open), Some(isolation))
}

/// How the program ended, and the file that the harness was in.
fn compile_and_run(
    build: &Build<'_>,
    harness: &Harness,
    kind: Kind,
    budget: &Budget,
) -> Result<(Ran, String), String> {
    let scratch = Scratch::new()?;
    let binary = scratch.file("failing").to_string_lossy().into_owned();
    let sources = build.sources(harness, |name, text| scratch.write(name, &text))?;
    let source = scratch.file("lariat-harness.c").to_string_lossy().into_owned();
    let command = build.command(harness, &source, &sources, &binary);
    scratch.write("lariat-harness.c", &harness.file(&command))?;
    build.compile(&command, budget)?;
    let folder = scratch.folder("work")?;
    let mut program = Command::new(&binary);
    program.args(harness.arguments.iter().map(|a| argument(a)));
    // What a variable of the user's environment does to a program is no part of the execution.
    program.env_clear().env("LC_ALL", "C").env("HOME", &folder).env("TMPDIR", &folder);
    if let Some(path) = std::env::var_os("PATH") {
        program.env("PATH", path);
    }
    let memory = budget.memory_limit().unwrap_or(MEMORY);
    let limits = Limits {
        time: RUN_FOR,
        address_space: (!sanitizer::watches_addresses(kind)).then_some(memory),
        resident: Some(memory),
        folder: Some(&folder),
    };
    Ok((run(program, &limits, budget)?, source))
}

#[cfg(unix)]
fn argument(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn argument(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Why nothing was seen of a program that reports nothing.
fn how_it_ended(ran: &Ran, kind: Kind, budget: &Budget) -> String {
    let is_about_leaks = matches!(kind, Kind::Leak | Kind::Lost);
    if is_about_leaks && ran.said.contains("LeakSanitizer has encountered a fatal error") {
        return "LeakSanitizer does not work here".into();
    }
    match ran.ended {
        Ended::Code(LEFT) => "an assumption of the program is false".into(),
        Ended::Code(code) => format!("the program ends without a failure, with exit code {code}"),
        Ended::Signal(signal) => format!("the program ends with signal {}", named(signal)),
        Ended::Late => format!("the program runs for more than {} seconds", RUN_FOR.as_secs()),
        Ended::Large => "the program uses too much memory".into(),
        Ended::Stopped(stop) => stop_in_words(stop, budget).text,
    }
}

#[cfg(unix)]
fn named(signal: i32) -> String {
    let name = match signal {
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGKILL => "SIGKILL",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGXCPU => "SIGXCPU: too much processor time",
        libc::SIGXFSZ => "SIGXFSZ: too large a file",
        _ => return signal.to_string(),
    };
    format!("{signal} ({name})")
}

#[cfg(not(unix))]
fn named(signal: i32) -> String {
    signal.to_string()
}

/// Compares a report with the execution that was found.
struct Judge<'a> {
    build: &'a Build<'a>,
    bug: &'a Bug,
    place: &'a Item,
    /// The file of the harness.
    harness: &'a str,
}

impl Judge<'_> {
    fn judge(&self, report: &Report) -> Result<String, String> {
        let here = report.frames.iter().find(|f| self.is_of_the_program(f));
        let tool = match report.tool {
            Tool::Assert | Tool::Harness => "",
            Tool::Address => " (AddressSanitizer)",
            Tool::Leak => " (LeakSanitizer)",
            Tool::Undefined => " (UndefinedBehaviorSanitizer)",
        };
        let Some(here) = here else {
            return Err(format!("where the program fails is not known: {}{tool}", report.what));
        };
        let relation = if report.tool == Tool::Leak { ", allocated at" } else { " at" };
        let what = format!("{}{relation} {}:{}{tool}", report.what, self.shown(here), here.line);
        if !report.kinds.contains(&self.place.kind) {
            return Err(format!("the program fails in another way: {what}"));
        }
        if report.tool != Tool::Leak && !self.is_expected(here) {
            return Err(format!("the program fails at another place: {what}"));
        }
        Ok(what)
    }

    /// The file as the user knows it.
    fn shown<'f>(&'f self, frame: &'f Frame) -> &'f str {
        let files = self.build.c.parsed.lines.files();
        files.iter().find(|f| same_file(f, &frame.file)).unwrap_or(&frame.file)
    }

    fn is_of_the_program(&self, frame: &Frame) -> bool {
        let files = self.build.c.parsed.lines.files();
        let ours = files.iter().any(|f| same_file(f, &frame.file));
        ours && !same_file(self.harness, &frame.file)
    }

    /// Is it in the statement where the execution fails?
    fn is_expected(&self, frame: &Frame) -> bool {
        let failure = self.bug.trace.failure.as_ref();
        let traced = failure.and_then(|f| f.source.as_ref()).map(|p| (p.file.as_str(), p.line));
        let listed = self.place.place.as_ref().map(|p| (p.file.as_str(), p.line));
        traced.into_iter().chain(listed).any(|(file, line)| {
            let lines = self.build.c.parsed.lines.statement(file, line);
            same_file(file, &frame.file) && lines.contains(&frame.line)
        })
    }
}

/// Do two names mean the same file? Compilers may put the folder in front that they ran in.
fn same_file(a: &str, b: &str) -> bool {
    let (a, b) = (Path::new(a), Path::new(b));
    if let (Ok(a), Ok(b)) = (a.canonicalize(), b.canonicalize()) {
        return a == b;
    }
    let plain =
        |p: &Path| p.components().filter(|c| c.as_os_str() != ".").collect::<std::path::PathBuf>();
    let (a, b) = (plain(a), plain(b));
    a.ends_with(&b) || b.ends_with(&a)
}
