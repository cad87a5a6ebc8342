//! Lariat: finds executions that go wrong, or proves that there are none.
//!
//! This is the only crate, beside `bench`, that reads files, prints, and knows about terminals, signals
//! and JSON. Each subcommand but `bench` has a module of its name; what happens between text and verdict
//! is `lariat_verify`'s.

mod args;
mod boogie;
mod c;
mod check;
mod cli;
mod corral;
mod diagnostics;
mod evidence;
mod explain_memory;
mod failure;
mod format;
mod host;
mod input;
mod job;
mod json;
mod merge;
mod modular;
mod parse;
mod parts;
mod progress;
mod prove;
mod qbf;
mod split;
mod style;
mod supervise;
mod text;
mod translate;

use clap::FromArgMatches;
use cli::{Cli, Command};
use exit::Exit;
use lariat_c::command_line;
use lariat_process::{exit, quantity, resources};
use std::time::Instant;

/// The allocator of the whole process: linked into the program, its `malloc` is also the one of Z3 and CaDiCaL.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Asks for a report; ends every message about an internal error.
pub const PLEASE_REPORT: &str =
    "This is a bug in Lariat. Please report it, with the input and the command line that show it.";

fn main() {
    let started = Instant::now();
    install_panic_hook();
    let args = || -> Vec<String> {
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect()
    };
    match called().as_str() {
        "corral" => corral::main(&args(), started),
        "boogie" => boogie::main(&args(), started),
        _ => {}
    }
    let command = cli::command().version(clap::builder::Str::from(version()));
    let arguments = command_line::rewrite(std::env::args_os().collect(), input::read)
        .unwrap_or_else(|message| {
            eprintln!("error: {message}");
            Exit::Usage.now()
        });
    let matches = command.try_get_matches_from(arguments).unwrap_or_else(|error| {
        let _ = error.print();
        // Help and version are answers, everything else is wrong usage.
        if error.use_stderr() { Exit::Usage.now() } else { Exit::Proved.now() }
    });
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match &cli.command {
        Command::Check(args) => {
            start_logging(args.output.verbose);
            let given = matches.subcommand_matches("check").map(args::given::given);
            check::main(args, &given.unwrap_or_default(), started)
        }
        Command::Parse(args) => {
            start_logging(args.output.verbose);
            parse::main(args, started)
        }
        Command::ExplainMemory(args) => {
            start_logging(args.output.verbose);
            explain_memory::main(args)
        }
        Command::Translate(args) => {
            start_logging(args.output.verbose);
            translate::main(args)
        }
        Command::Prove(args) => prove::main(args),
        Command::ProvePath(args) => prove::path_main(args),
        Command::Modular(args) => {
            start_logging(args.output.verbose);
            modular::main(args, started)
        }
        Command::Corral(args) => corral::main(&args.args, started),
        Command::Boogie(args) => boogie::main(&args.args, started),
        Command::Split(args) => split::main(args, started),
        Command::Merge(args) => merge::main(args),
        Command::Bench(args) => lariat_bench::main(args),
        Command::Verify(args) => lariat_suite::verify_main(args),
        Command::Rules(args) => lariat_suite::rules_main(args),
        Command::Completions { shell } => {
            let mut out = Vec::new();
            clap_complete::generate(*shell, &mut cli::command(), "lariat", &mut out);
            check::write_out(&String::from_utf8_lossy(&out));
            Exit::Proved.now()
        }
        Command::Man { command } => manual(command.as_deref()),
    }
}

/// Prints the manual page of a subcommand, or of the whole.
fn manual(subcommand: Option<&str>) -> ! {
    let whole = cli::command();
    let page = match subcommand {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => found.clone().name(format!("lariat-{name}")),
            None => {
                eprintln!("error: there is no subcommand `{name}`");
                Exit::Usage.now()
            }
        },
    };
    let mut out = Vec::new();
    let _ = clap_mangen::Man::new(page).render(&mut out);
    check::write_out(&String::from_utf8_lossy(&out));
    Exit::Proved.now()
}

/// The name under which the binary was started: it stands in for tools that it is named after.
fn called() -> String {
    let name = std::env::args_os().next().unwrap_or_default();
    let stem = std::path::Path::new(&name).file_stem().unwrap_or_default();
    stem.to_string_lossy().to_ascii_lowercase()
}

/// Version of Lariat and of the solver in it.
fn version() -> String {
    format!("{} (Z3 {})", env!("CARGO_PKG_VERSION"), lariat_solver::z3::version())
}

/// A panic is always a bug here: say so, and end with the exit code for it.
fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let what = text.unwrap_or("something impossible happened");
        let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line()));
        eprintln!("\nlariat: internal error: {what}{}", place.unwrap_or_default());
        eprintln!("{PLEASE_REPORT}");
        Exit::Internal.now()
    }));
}

/// Log lines go to standard error.
fn start_logging(verbosity: u8) {
    let level = match verbosity {
        0 => return,
        1 => tracing::Level::INFO,
        2 => tracing::Level::DEBUG,
        _ => tracing::Level::TRACE,
    };
    let _ = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_target(false)
        .without_time()
        .try_init();
}
