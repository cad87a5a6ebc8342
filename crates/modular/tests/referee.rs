//! Boogie as a referee: random programs, verified by both. Runs where there is a `boogie` to ask, and is passed over elsewhere.
//!
//! `REFEREE_PROGRAMS=100 REFEREE_SEED=7 cargo test -p lariat-modular --test referee` looks at more of them.

mod random;

use lariat_budget::Budget;
use lariat_modular::{Choice, Outcome, Settings, verify};
use lariat_verify::Program;
use std::collections::BTreeMap;
use std::process::Command;

/// What Boogie says about each implementation: whether it has errors.
type Errors = BTreeMap<String, bool>;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What Boogie says; `None` without a Boogie.
fn boogie(file: &std::path::Path, text: &str) -> Option<Errors> {
    let ran = Command::new("boogie")
        .args(["/nologo", "/noinfer", "/trace", "/errorTrace:0", "/timeLimit:20"])
        .arg(file)
        .output()
        .ok()?;
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.contains("program verifier finished with"), "{text}\n{out}");
    let mut errors = Errors::new();
    let mut name = None;
    for line in out.lines() {
        if let Some(rest) = line.strip_prefix("Verifying ") {
            name = rest.split(' ').next().map(str::to_owned);
        } else if line.contains("proof obligation")
            && let Some(name) = name.take()
        {
            errors.insert(name, !line.ends_with("verified"));
        }
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
            let Some(&theirs) = expected.get(&name) else {
                panic!("{text}\nBoogie passes over {name}")
            };
            let ours = match verified.outcome() {
                Outcome::Verified => Some(false),
                Outcome::Errors(errors) if errors.iter().any(|e| e.certain) => Some(true),
                Outcome::Errors(_) | Outcome::Unknown(_) => None,
                Outcome::Failed(failure) => panic!("{text}\n{}", failure.in_words()),
            };
            match ours {
                None => open.push(format!("{}, {name}: errors: {theirs}", file.display())),
                Some(ours) if ours == theirs => same += 1,
                Some(ours) => {
                    wrong.push(format!(
                        "{}, {name}: errors: Boogie {theirs}, Lariat {ours}",
                        file.display()
                    ));
                }
            }
        }
    }
    eprintln!("{same} the same, {} open: {open:#?}", open.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let _ = std::fs::remove_dir_all(&folder);
}
