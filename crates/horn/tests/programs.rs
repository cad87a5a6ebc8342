//! Programs of our own with loops and recursion that no bound exhausts: each must be proved, and each
//! buggy one must get a depth at which the bounded search finds the bug.

mod common;

use common::load;
use lariat_budget::Budget;
use lariat_horn::{HornOutcome, Options, prove};
use lariat_reach::Outcome;
use lariat_solver::{Z3Options, Z3Solver};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "bpl"))
        .collect();
    files.sort();
    files
}

/// For measurements: `HORN_OPTIONS` chooses one encoding (`pre`/`nopre`, `fwd`/`bwd`, then parameters
/// `name=value`), `HORN_TIME` the seconds for each program, `HORN_ONLY` programs by part of the name.
fn options() -> Options {
    let mut options = Options::default();
    if let Ok(text) = std::env::var("HORN_OPTIONS") {
        let mut encoding = options.encodings[0].clone();
        encoding.parameters.clear();
        for word in text.leak().split_whitespace() {
            match word {
                "pre" => encoding.preconditions = true,
                "nopre" => encoding.preconditions = false,
                "fwd" => encoding.forward_loops = true,
                "bwd" => encoding.forward_loops = false,
                other => encoding.parameters.push(other.split_once('=').expect("name=value")),
            }
        }
        options.encodings = vec![encoding];
    }
    options
}

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[test]
fn programs_are_proved_and_bugs_get_a_depth() {
    let only = setting("HORN_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    let mut proved = 0;
    for path in programs() {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if !name.contains(&only) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("readable");
        let expected = text.lines().next().and_then(|l| l.strip_prefix("// verdict: "));
        let expected = expected.expect("a verdict in the first line");
        let usual = if expected == "unknown" { 2.0 } else { 30.0 };
        let seconds = setting("HORN_TIME").and_then(|s| s.parse().ok()).unwrap_or(usual);
        let prepared = load(&text);
        let started = Instant::now();
        let outcome = prove(
            &prepared,
            &options(),
            &Budget::of_time(std::time::Duration::from_secs_f64(seconds)),
        )
        .expect("an answer");
        let elapsed = started.elapsed().as_secs_f64();
        let (verdict, detail) = match outcome {
            HornOutcome::Safe(_) => ("proved", String::new()),
            HornOutcome::Unsafe { depth } => {
                let depth = depth.expect("a depth");
                let found = search_finds_it(&prepared, depth);
                (if found { "bug" } else { "spurious" }, format!("at depth {depth}"))
            }
            HornOutcome::Unknown(why) => ("unknown", why),
        };
        proved += usize::from(verdict == "proved");
        println!("{name:20} {verdict:8} {elapsed:6.2} s {detail}");
        // What is out of reach today may be in reach tomorrow.
        if expected != verdict && !(expected == "unknown" && verdict == "proved") {
            wrong.push(format!("{name}: {verdict} {detail}"));
        }
    }
    println!("{proved} proved");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn search_finds_it(prepared: &lariat_passes::Prepared, depth: u32) -> bool {
    let options = lariat_reach::Options { recursion_bound: depth, ..Default::default() };
    let solver = Box::new(Z3Solver::new(&Z3Options::default()));
    let budget = Budget::seconds(20);
    let (outcome, _) =
        lariat_reach::search(prepared.clone(), solver, &options, &budget, &lariat_reach::Silent)
            .expect("an answer");
    matches!(outcome, Outcome::Reachable(_))
}
