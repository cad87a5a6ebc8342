//! Random C programs, closed and deterministic, compute the same when compiled and when
//! translated.
//!
//! A program ends by comparing its checksum with the one that the compiled program printed. If
//! the translation computes the same, and only then, the error is reachable.

mod generator;
mod native;

use generator::{Generator, Style};
use lariat_c::{DataModel, Source};
use lariat_c2boogie::{Check, Checks, IntegerEncoding, LIBRARY, MemoryModelKind, Options};
use lariat_oracle::Subject;
use lariat_oracle::search::{Answer, Config, search};
use lariat_passes::Goal;

/// Loops of the generator make at most this many rounds.
const BOUND: u32 = 6;

/// Whether it was decided that both compute the same.
fn agrees(text: &str, model: DataModel, options: &Options, expected: u32) -> Result<bool, String> {
    let closed = format!(
        "{text}\nextern void __VERIFIER_error(void);\n\
         int main(void) {{ if (run() == {expected}u) __VERIFIER_error(); return 0; }}\n"
    );
    let sources = [Source { name: "random.c", text: &closed }, LIBRARY];
    let program = lariat_c::read_program(&sources, model);
    if program.has_errors() {
        let shown: Vec<String> =
            program.diagnostics.iter().map(|d| d.render(&program.files)).collect();
        return Err(shown.join("\n"));
    }
    let boogie = lariat_c2boogie::translate(&program, options)?;
    let subject =
        Subject::with(&boogie.text, Some("$start"), true).map_err(|r| format!("{r:?}"))?;
    match search(&subject, Goal::Failure, BOUND, Config::SEARCHES[0]) {
        Answer::Reached(..) | Answer::Deeper(_) | Answer::Perhaps(_) => Ok(true),
        // Long computations with numbers are hard for solvers; that says nothing about us.
        Answer::Unknown(_) => Ok(false),
        other => Err(format!("the translation does not compute {expected}: {}", other.name())),
    }
}

fn compare(
    model: DataModel,
    integers: IntegerEncoding,
    memory: MemoryModelKind,
    seeds: std::ops::Range<u64>,
) {
    compare_with(model, Options { integers, memory, ..Options::default() }, seeds);
}

/// A check that finds fault with a program that does nothing wrong would cut its execution.
fn compare_checked(model: DataModel, integers: IntegerEncoding, seeds: std::ops::Range<u64>) {
    let assumed = Checks::of(&Check::ALL).without(Checks::default());
    compare_with(model, Options { integers, assumed, ..Options::default() }, seeds);
}

fn compare_with(model: DataModel, options: Options, seeds: std::ops::Range<u64>) {
    let (integers, memory) = (options.integers, options.memory);
    let exact = integers == IntegerEncoding::Int;
    let small = exact || memory == MemoryModelKind::Unified;
    let style = Style { only_constant_masks: exact, small };
    let programs: Vec<(u64, String)> =
        seeds.map(|seed| (seed, Generator::new(seed, style).program())).collect();
    let Some(expected) = native::run(&programs, model) else {
        eprintln!("skipped: the compiler cannot make programs for {model:?} that run here");
        return;
    };
    let mut problems = Vec::new();
    let mut decided = 0;
    for ((seed, text), expected) in programs.iter().zip(expected) {
        match agrees(text, model, &options, expected) {
            Ok(true) => decided += 1,
            Ok(false) => {}
            Err(problem) => problems.push(format!("seed {seed}: {problem}\n{text}")),
        }
    }
    assert!(problems.is_empty(), "{} differ, the first:\n{}", problems.len(), problems[0]);
    // Mathematical integers and one map for everything are often too hard for the solver.
    assert!(small || decided * 2 > programs.len(), "only {decided} were decided");
}

#[test]
fn bits_lp64() {
    compare(DataModel::Lp64, IntegerEncoding::Bv, MemoryModelKind::Refined, 0..100);
}

#[test]
fn bits_ilp32() {
    compare(DataModel::Ilp32, IntegerEncoding::Bv, MemoryModelKind::Refined, 1000..1080);
}

#[test]
fn numbers_lp64() {
    compare(DataModel::Lp64, IntegerEncoding::Int, MemoryModelKind::Refined, 2000..2015);
}

#[test]
fn numbers_ilp32() {
    compare(DataModel::Ilp32, IntegerEncoding::Int, MemoryModelKind::Refined, 3000..3015);
}

#[test]
fn checks_lp64() {
    compare_checked(DataModel::Lp64, IntegerEncoding::Bv, 5000..5020);
}

#[test]
fn checks_ilp32() {
    compare_checked(DataModel::Ilp32, IntegerEncoding::Bv, 6000..6020);
}

#[test]
fn checks_with_numbers() {
    compare_checked(DataModel::Lp64, IntegerEncoding::Int, 7000..7006);
}

#[test]
fn unified_memory() {
    compare(DataModel::Lp64, IntegerEncoding::Bv, MemoryModelKind::Unified, 4000..4003);
}
