//! `lariat modular`: every implementation against contracts and invariants.

use crate::args::{LibraryArgs, OutputArgs};
use crate::check::write_out;
use crate::exit::Exit;
use crate::failure;
use crate::input::read_sources;
use crate::progress::ProgressLine;
use crate::quantity;
use crate::style::Paint;
use crate::supervise::{Ended, Limits, Supervisor};
use clap::Args;
use lariat_modular::{
    Choice, Error, Explanation, Outcome, Settings, Verified, explain, infer, verify,
};
use lariat_verdict::Item;
use lariat_verify::{Failure, Inline, Program, Run, Silent, Source};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The long help.
pub const HELP: &str = "\
Each implementation is verified on its own: calls do what the contracts of their procedures say, loops what their invariants say.
A failure is an execution from any state that the precondition allows. Where it is the code and where a contract or an
invariant says too little, --explain finds out.

Examples:
  lariat modular bank.bpl
  lariat modular bank.bpl --procedure 'withdraw*' --explain
  lariat modular a.bpl b.bpl --jobs 4 --time-limit 30s

Exit codes are those of `lariat check`: 0 all verified, 10 something fails, 5 no answer, 2 bad input.";

/// Arguments of `modular`.
#[derive(Clone, Debug, Args)]
pub struct ModularArgs {
    /// Boogie files that together make one program; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Verify these procedures only; `*` is anything
    #[arg(long, value_name = "PATTERN")]
    pub procedure: Vec<String>,
    /// Say of each failure whether the code fails or a contract says too little
    #[arg(long)]
    pub explain: bool,
    /// Infer the constants marked `{:existential true}` that contracts and invariants depend on
    #[arg(long)]
    pub infer_contracts: bool,
    /// Infer what procedures modify instead of insisting that they declare it
    #[arg(long)]
    pub infer_modifies: bool,
    /// Libraries
    #[command(flatten)]
    pub library: LibraryArgs,
    /// Do not inline procedures marked `{:inline n}`
    #[arg(long)]
    pub no_inline: bool,
    /// Follow loops to their Nth head instead of using invariants
    #[arg(long, value_name = "N")]
    pub unroll: Option<u32>,
    /// Time for each procedure, as in 30s or 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub time_limit: Option<Duration>,
    /// So many procedures at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<u16>,
    /// What appears on the terminal
    #[command(flatten)]
    pub output: OutputArgs,
}

/// What came of all implementations.
#[derive(Clone, Copy, Default)]
struct Sum {
    verified: usize,
    failing: usize,
    open: usize,
}

/// Runs the command and ends the process.
pub fn main(args: &ModularArgs, started: Instant) -> ! {
    let supervisor = Supervisor::new(started, Limits::default(), Silent);
    let work = args.clone();
    let paint = Paint { on: args.output.color.applies_to(&std::io::stderr()) };
    match supervisor.supervise(ProgressLine::new(false, started), move |run| check(&work, run)) {
        Ended::Finished(Ok(Sum { verified, failing, open })) => {
            let open_words =
                if open > 0 { format!(", {open} without an answer") } else { String::new() };
            write_out(&format!("{verified} verified, {failing} failing{open_words}\n"));
            match (failing, open) {
                (0, 0) => Exit::Proved.now(),
                (0, _) => Exit::Inconclusive.now(),
                _ => Exit::Bug.now(),
            }
        }
        Ended::Finished(Err(failure)) => failure::end(&failure, paint),
        Ended::Abandoned(reason) => {
            eprintln!("error: {}", reason.text);
            Exit::Inconclusive.now()
        }
    }
}

fn check(args: &ModularArgs, run: &Run) -> Result<Sum, Failure> {
    let sources = read_sources(&args.files, &args.library.lib).map_err(Failure::Input)?;
    let program = Program::boogie_files(args.files.clone(), sources);
    let settings = Settings {
        jobs: crate::resources::threads(args.jobs),
        time_limit: args.time_limit,
        infer_modifies: args.infer_modifies,
        inline: if args.no_inline { Inline::Never } else { Inline::Marked },
        unroll: args.unroll,
        ..Settings::default()
    };
    let source = program.source(args.infer_modifies, |_| {})?;
    let choice = Choice { procedures: args.procedure.clone(), ..Choice::default() };
    let chosen = choice.of(source.implementations(), settings.inline);
    if chosen.is_empty() {
        eprintln!("warning: no procedure is verified");
    }
    let mut sum = Sum::default();
    let mut tell = |verified: &Verified, program: &Program| {
        let explained = |failing: &[&Item]| match args.explain {
            true => {
                explain(program, &verified.implementation, failing, &settings, run.budget()).ok()
            }
            false => None,
        };
        write_out(&told(verified, &source, &mut sum, args.output.quiet, &explained));
    };
    let constants = source.existentials();
    if args.infer_contracts && !constants.is_empty() {
        let inferred = infer(&program, constants, &chosen, &settings, run.budget())?;
        write_out(&format!("inferred: {}\n", inferred.holds.join(", ")));
        inferred.verified.iter().for_each(|v| tell(v, &inferred.program));
    } else {
        verify(&program, &chosen, &settings, run.budget(), |v| tell(v, &program));
    }
    Ok(sum)
}

type Explained = Option<Vec<(lariat_verdict::ItemId, Explanation)>>;

fn told(
    verified: &Verified,
    source: &Source,
    sum: &mut Sum,
    quiet: bool,
    explained: &dyn Fn(&[&Item]) -> Explained,
) -> String {
    let (file, line, column) = source.place(&verified.implementation);
    let name = &verified.implementation.procedure;
    let mut out = String::new();
    match verified.outcome() {
        Outcome::Verified => {
            sum.verified += 1;
            if !quiet {
                let _ = writeln!(out, "{file}:{line}:{column}: {name}: verified");
            }
        }
        Outcome::Errors(errors) => {
            sum.failing += usize::from(errors.iter().any(|e| e.certain));
            sum.open += usize::from(errors.iter().all(|e| !e.certain));
            let items: Vec<&Item> = errors.iter().map(|e| e.item).collect();
            let explained = explained(&items).unwrap_or_default();
            let _ = writeln!(out, "{file}:{line}:{column}: {name}:");
            for error in &errors {
                let about = explained.iter().find(|(id, _)| *id == error.item.id).map(|e| &e.1);
                failure_lines(&mut out, error, about);
            }
        }
        Outcome::Unknown(reason) => {
            sum.open += 1;
            let _ = writeln!(out, "{file}:{line}:{column}: {name}: unknown: {}", reason.text);
        }
        Outcome::Failed(failure) => {
            sum.open += 1;
            let words = failure::show(failure, Paint { on: false });
            let _ =
                writeln!(out, "{file}:{line}:{column}: {name}: not verified: {}", words.trim_end());
        }
    }
    out
}

fn failure_lines(out: &mut String, error: &Error<'_>, about: Option<&Explanation>) {
    let place = error.item.place.as_ref().map(|place| place.show()).unwrap_or_default();
    let what = error.item.kind.about();
    let doubt =
        if error.certain { "" } else { " (perhaps: conditions on the way could not be checked)" };
    let _ = writeln!(out, "  {place}: {what}{doubt}");
    if let Some(failure) = &error.bug.trace.failure {
        let values: Vec<String> =
            failure.values.iter().map(|v| format!("{} = {}", v.name, v.value)).collect();
        let _ = writeln!(out, "    {}", failure.text.trim());
        if !values.is_empty() {
            let _ = writeln!(out, "    where {}", values.join(", "));
        }
    }
    let _ = match about {
        None => Ok(()),
        Some(Explanation::Bug(_)) => {
            writeln!(out, "    the code fails here: `lariat check --entry` shows the execution")
        }
        Some(Explanation::Missing) => {
            writeln!(
                out,
                "    the code never fails here: a contract or an invariant says too little"
            )
        }
        Some(Explanation::MissingWithinBound) => {
            writeln!(
                out,
                "    the code does not fail here within the bound of the search: a contract or an invariant may say too little"
            )
        }
        Some(Explanation::Unknown) => writeln!(out, "    whether the code fails here is not known"),
    };
}
