//! Parses, checks and lowers the files given, and prints the time of each phase.
//!
//! With `--print` as the first argument, prints the core programs as Boogie as well; with `--round`,
//! reads what was printed again and compares.

use lariat_boogie::{CheckOptions, SourceMap, check, parse};
use lariat_lower::{LowerOptions, Lowered, lower, print};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let shows = args.first().is_some_and(|a| a == "--print");
    let rounds = args.first().is_some_and(|a| a == "--round");
    if shows || rounds {
        args.remove(0);
    }
    let mut failures = 0;
    let mut slowest = Duration::ZERO;
    for path in &args {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                failures += 1;
                continue;
            }
        };
        match run(path, &text, &mut slowest) {
            Ok(lowered) if shows => println!("{}", print(&lowered.program)),
            Ok(lowered) if rounds => {
                let once = print(&lowered.program);
                match run("printed", once.as_bytes(), &mut slowest) {
                    Ok(again) if print(&again.program) == once => {}
                    Ok(_) => {
                        eprintln!("{path}: printing is not stable");
                        failures += 1;
                    }
                    Err(message) => {
                        eprintln!("{path}: the printed program is refused\n{message}");
                        failures += 1;
                    }
                }
            }
            Ok(_) => {}
            Err(message) => {
                eprintln!("{path}:\n{message}");
                failures += 1;
            }
        }
    }
    eprintln!("{} files, {failures} failures, slowest lowering {slowest:.1?}", args.len());
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(path: &str, text: &[u8], slowest: &mut Duration) -> Result<Lowered, String> {
    let mut sources = SourceMap::new();
    sources.add_bytes(path, text).map_err(|e| e.to_string())?;
    let started = Instant::now();
    let parsed = parse(&sources);
    let parse_time = started.elapsed();
    let show = |all: &[lariat_boogie::Diagnostic]| {
        let lines: Vec<String> = all.iter().take(5).map(|d| d.one_line(&sources)).collect();
        lines.join("\n")
    };
    if !parsed.is_ok() {
        return Err(show(&parsed.diagnostics));
    }
    let started = Instant::now();
    let checked = check(&parsed.program, &CheckOptions { infer_modifies: true });
    let check_time = started.elapsed();
    if !checked.is_ok() {
        return Err(show(&checked.diagnostics));
    }
    let started = Instant::now();
    let lowered = lower(&parsed.program, &checked, &sources, &LowerOptions::default())
        .map_err(|errors| show(&errors))?;
    let lower_time = started.elapsed();
    *slowest = (*slowest).max(lower_time);
    let started = Instant::now();
    lowered.program.validate()?;
    eprintln!(
        "{:8} KB  parse {parse_time:8.1?}  check {check_time:8.1?}  lower {lower_time:8.1?}  \
         validate {:8.1?}  {} procedures {} commands {} terms  {path}",
        text.len() / 1024,
        started.elapsed(),
        lowered.program.procedures.len(),
        lowered.program.command_count(),
        lowered.program.terms.len(),
    );
    Ok(lowered)
}
