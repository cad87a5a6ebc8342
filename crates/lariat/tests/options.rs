//! Random programs under random options of `check`: whatever the options, what fails is not proved, what
//! cannot fail is no bug, and the program does not crash.
//!
//! The truth is what exhaustive interpretation finds. `LARIAT_RANDOM_PROGRAMS=100000` looks at more
//! programs, `LARIAT_RANDOM_SEED=7` starts with another one. A violation prints the options and a
//! minimised program.

use lariat_oracle::Subject;
use lariat_oracle::generate;
use lariat_oracle::minimise::minimise;
use lariat_oracle::oracle::exhaustive;
use lariat_oracle::random::Random;
use lariat_program::interpreter::Exhaustive;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Programs, each with one set of options.
const PROGRAMS: u64 = 2_000;
const THREADS: usize = 2;
/// Stop looking for more after this many violations.
const VIOLATIONS: usize = 3;

#[path = "../src/args/table.rs"]
#[allow(dead_code)]
mod table;

/// The options that are drawn, with their values; they may change how an answer is found but not what is true.
fn options() -> impl Iterator<Item = (String, &'static [&'static str])> {
    let drawn = table::OPTIONS.iter().filter(|row| !row.draw.is_empty());
    drawn.map(|row| (format!("--{}", row.name), row.draw))
}

/// Options that must not be given together, in the order of the table.
const CONFLICTS: [(&str, &str); 2] =
    [("--recursion-bound", "--deepen"), ("--abstract", "--track-all")];

/// How often an option is given, in percent.
const CHANCE: usize = 25;
/// Deepening goes on until the time is over, so it is given less often, and little time.
const CHANCE_OF_DEEPENING: usize = 3;

/// The options of a seed.
fn draw(seed: u64) -> Vec<String> {
    let mut random = Random::new(seed ^ 0x00C0_FFEE);
    let mut drawn: Vec<String> = Vec::new();
    for (name, values) in options() {
        let chance = if name == "--deepen" { CHANCE_OF_DEEPENING } else { CHANCE };
        let has = |other: &str| drawn.iter().any(|word| word == other);
        let excluded = CONFLICTS.iter().any(|(a, b)| name == *b && has(a));
        if excluded || !random.chance(chance) {
            continue;
        }
        drawn.push(name);
        let value = *random.pick(values);
        if !value.is_empty() {
            drawn.push(value.to_owned());
        }
    }
    let limit = if drawn.iter().any(|word| word == "--deepen") { "300ms" } else { "10s" };
    drawn.extend(["--time-limit", limit, "--prove-for", "100ms"].map(str::to_owned));
    drawn
}

/// The exit code of a check of this program.
fn check(text: &str, options: &[String]) -> Option<i32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["check", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    // Whoever ends before reading has nothing to say about the program; the exit code tells.
    let _ = input.write_all(text.as_bytes());
    drop(input);
    child.wait().expect("it ends").code()
}

const PROVED: i32 = 0;
const NO_ANSWER: i32 = 5;
const BUG: i32 = 10;

/// What is wrong with an answer, if anything.
fn violation(code: Option<i32>, reached: bool, explored: &Exhaustive) -> Option<&'static str> {
    let everything = explored.complete && explored.exact && explored.bounded.is_empty();
    match code {
        Some(PROVED) if reached => Some("proved, but an execution gets there"),
        Some(BUG) if !reached && everything => Some("a bug, but no execution gets there"),
        Some(PROVED | NO_ANSWER | BUG) => None,
        _ => Some("neither a verdict nor none"),
    }
}

/// Checks one program; gives the exit code.
fn look(text: &str, options: &[String], bound: u32) -> Result<Option<i32>, &'static str> {
    let Ok(subject) = Subject::new(text, None) else { return Err("rejected") };
    let explored = exhaustive(&subject, bound);
    let returns = options.windows(2).any(|pair| pair == ["--goal", "return"]);
    let reached = if returns { explored.returns } else { explored.fails };
    let code = check(text, options);
    match violation(code, reached, &explored) {
        Some(what) => Err(what),
        None => Ok(code),
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Executions are explored to this depth: deeper than some searches look.
const BOUND: u32 = 4;

#[test]
fn no_option_makes_an_answer_wrong() {
    let first = setting("LARIAT_RANDOM_SEED", 0);
    let last = first + setting("LARIAT_RANDOM_PROGRAMS", PROGRAMS);
    let next = AtomicU64::new(first);
    let violations: Mutex<Vec<(u64, &str)>> = Mutex::new(Vec::new());
    let (proved, bugs) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= last || violations.lock().unwrap().len() >= VIOLATIONS {
                        break;
                    }
                    match look(&generate::program(seed), &draw(seed), BOUND) {
                        Ok(Some(PROVED)) => proved.fetch_add(1, Ordering::Relaxed),
                        Ok(Some(BUG)) => bugs.fetch_add(1, Ordering::Relaxed),
                        Ok(_) => 0,
                        Err(what) => {
                            violations.lock().unwrap().push((seed, what));
                            0
                        }
                    };
                }
            });
        }
    });
    let violations = violations.into_inner().unwrap();
    for (seed, what) in &violations {
        report(*seed, what);
    }
    assert!(violations.is_empty(), "answers are wrong under some options");
    let (proved, bugs, all) = (proved.into_inner(), bugs.into_inner(), last - first);
    eprintln!("{all} programs: {proved} proved, {bugs} bugs");
    assert!(proved * 10 > all && bugs * 10 > all, "{proved} proved and {bugs} bugs of {all}");
}

fn report(seed: u64, what: &str) {
    let options = draw(seed);
    eprintln!("// ---- seed {seed}: {what}\n// lariat check - {}", options.join(" "));
    let same = |text: &str| look(text, &options, BOUND).err() == Some(what);
    let small = minimise(&generate::program(seed), same);
    eprintln!("{small}");
}

/// Every option is drawn, with every value, and they are options of `check`.
#[test]
fn the_options_are_options() {
    let help = Command::new(env!("CARGO_BIN_EXE_lariat")).args(["check", "--help"]).output();
    let help = String::from_utf8(help.expect("the binary runs").stdout).expect("text");
    let seeds: Vec<Vec<String>> = (0..PROGRAMS).map(draw).collect();
    for (name, values) in options() {
        assert!(help.contains(&name), "{name}");
        for value in values.iter().filter(|v| !v.is_empty()) {
            let pair = [name.as_str(), *value];
            assert!(seeds.iter().any(|o| o.windows(2).any(|p| p == pair)), "{pair:?}");
        }
    }
}
