//! Boogie as a referee: random programs, verified by both. Runs where there is a `boogie` to ask, and is passed over elsewhere.
//!
//! `REFEREE_PROGRAMS=100 REFEREE_SEED=7 cargo test -p lariat-modular --test referee` looks at more of them.

mod random;

use lariat_budget::Budget;
use lariat_modular::{Choice, Outcome, Settings, verify};
use lariat_verify::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// What one of the two says about the implementations: the lines and columns of errors by the name of the procedure.
type Errors = BTreeMap<String, BTreeSet<(u32, u32)>>;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The errors that Boogie reports; `None` without a Boogie.
fn boogie(file: &std::path::Path, text: &str) -> Option<Errors> {
    let ran = Command::new("boogie")
        .args(["/nologo", "/noinfer", "/errorLimit:50", "/errorTrace:0", "/timeLimit:20"])
        .arg(file)
        .output()
        .ok()?;
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.contains("program verifier finished with"), "{text}\n{out}");
    let mut errors = Errors::new();
    for line in out.lines().filter(|line| line.contains(": Error") || line.contains("timed out")) {
        let place = line.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        let Some((line_number, column)) = place.and_then(|(place, _)| place.split_once(',')) else {
            panic!("{line}")
        };
        let at = (line_number.parse().unwrap_or(0), column.parse().unwrap_or(0));
        errors.entry(random::procedure_at(text, at.0)).or_default().insert(at);
    }
    Some(errors)
}

#[test]
fn boogie_says_the_same() {
    let folder = std::env::temp_dir().join(format!("lariat-referee-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (programs, seed) = (number("REFEREE_PROGRAMS", 3), number("REFEREE_SEED", 1));
    let (mut same, mut open, mut wrong) = (0, Vec::new(), Vec::new());
    for program in 0..programs {
        let text = random::program(seed * 10_000 + program);
        let file = folder.join(format!("random{program}.bpl"));
        std::fs::write(&file, &text).expect("a file");
        let Some(expected) = boogie(&file, &text) else {
            eprintln!("there is no boogie here: nothing is compared");
            return;
        };
        let loaded = Program::boogie("random.bpl", &text).expect("a text");
        let source =
            loaded.source(false, |_| {}).unwrap_or_else(|e| panic!("{text}\n{}", e.in_words()));
        let settings = Settings::default();
        let chosen = Choice::default().of(source.implementations(), settings.inline);
        for verified in verify(&loaded, &chosen, &settings, &Budget::seconds(600), |_| {}) {
            let name = verified.implementation.procedure.clone();
            let theirs = expected.get(&name).cloned().unwrap_or_default();
            let ours = match verified.outcome() {
                Outcome::Verified => Some(BTreeSet::new()),
                Outcome::Errors(errors) if errors.iter().all(|e| e.certain) => {
                    let at = |e: &lariat_modular::Error<'_>| {
                        let failure = e.bug.trace.failure.as_ref().expect("a failure");
                        (failure.place.line, failure.place.column)
                    };
                    Some(errors.iter().map(at).collect())
                }
                Outcome::Errors(_) | Outcome::Unknown(_) => None,
                Outcome::Failed(failure) => panic!("{text}\n{}", failure.in_words()),
            };
            // Which of two assertions fails where both do is the same; at which return a postcondition fails is a choice.
            match ours {
                None => open.push(format!("program {program}, {name}: Boogie says {theirs:?}")),
                Some(ours) if ours.is_empty() == theirs.is_empty() => same += 1,
                Some(ours) => wrong.push(format!(
                    "{}, {name}: Boogie {theirs:?}, Lariat {ours:?}",
                    file.display()
                )),
            }
        }
    }
    eprintln!("{same} the same, {} open: {open:#?}", open.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let _ = std::fs::remove_dir_all(&folder);
}
