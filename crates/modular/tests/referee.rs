//! Boogie as a referee: random programs, verified by both. Runs where there is a `boogie` to ask, and is passed over elsewhere.
//!
//! `REFEREE_PROGRAMS=100 REFEREE_SEED=7 cargo test -p lariat-modular --test referee` looks at more of them.

mod random;

use lariat_budget::Budget;
use lariat_modular::{Choice, Outcome, Settings, verify};
use lariat_verdict::Kind;
use lariat_verify::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// A place that fails: what is checked there, and its line.
type Spot = (Kind, u32);

/// What Boogie says about each implementation: the places with errors.
type Errors = BTreeMap<String, BTreeSet<Spot>>;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What Boogie says; `None` without a Boogie.
fn boogie(file: &std::path::Path, text: &str) -> Option<Errors> {
    let ran = Command::new("boogie")
        .args([
            "/nologo",
            "/noinfer",
            "/trace",
            "/errorTrace:0",
            "/timeLimit:20",
            "/errorLimit:100",
        ])
        .arg(file)
        .output()
        .ok()?;
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(out.contains("program verifier finished with"), "{text}\n{out}");
    let mut errors = Errors::new();
    let (mut verifying, mut current) = (None, None);
    let mut lines = out.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix("Verifying ") {
            verifying = rest.split(' ').next().map(str::to_owned);
        } else if line.contains("proof obligation") {
            // Errors follow. What ran out of time is not compared.
            let name = verifying.take();
            if line.ends_with("verified") {
                errors.extend(name.into_iter().map(|name| (name, BTreeSet::new())));
            } else {
                current = name.filter(|_| line.ends_with("error") || line.ends_with("errors"));
            }
        } else if let Some((place, message)) = line.split_once(": Error BP")
            && let Some(name) = &current
        {
            let kind = match message.get(..4) {
                Some("5002") => Kind::Precondition,
                Some("5003") => Kind::Postcondition,
                Some("5005") => Kind::Maintained,
                _ => Kind::Assertion,
            };
            // A postcondition is known by its own line, not by that of the return.
            let place = match lines.peek() {
                Some(next) if kind == Kind::Postcondition => next,
                _ => place,
            };
            let found = errors.entry(name.clone()).or_default();
            found.extend(line_of(place).map(|line| (kind, line)));
        }
    }
    Some(errors)
}

/// The line in `FILE(L,C)…`.
fn line_of(place: &str) -> Option<u32> {
    place.split_once(".bpl(")?.1.split_once(',')?.0.parse().ok()
}

/// What the checks of inlined procedures are called differs: their conditions are assertions to Boogie.
fn compared(spot: &Spot, text: &str) -> bool {
    let line = text.lines().nth(spot.1 as usize - 1).unwrap_or_default().trim_start();
    spot.0 != Kind::Precondition && !line.starts_with("requires") && !line.starts_with("ensures")
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
            let Some(theirs) = expected.get(&name) else {
                open.push(format!("{}, {name}: Boogie has no answer", file.display()));
                continue;
            };
            let (mut ours, mut decided) = (BTreeSet::new(), true);
            match verified.outcome() {
                Outcome::Verified => {}
                Outcome::Errors(errors) => {
                    for error in &errors {
                        let line = error.item.place.as_ref().map_or(0, |place| place.line);
                        ours.insert((error.item.kind, line));
                    }
                    decided = errors.iter().all(|e| e.certain) && verified.open().is_empty();
                }
                Outcome::Unknown(_) => decided = false,
                Outcome::Failed(failure) => panic!("{text}\n{}", failure.in_words()),
            }
            if !decided {
                open.push(format!("{}, {name}: errors: {theirs:?}", file.display()));
                continue;
            }
            // The invariant of a loop without a second iteration is an assertion to one and an invariant to the other.
            let of = |spots: &BTreeSet<Spot>| -> BTreeSet<Spot> {
                let spots = spots.iter().filter(|spot| compared(spot, &text));
                spots
                    .map(|&(kind, line)| match kind {
                        Kind::Invariant => (Kind::Assertion, line),
                        kind => (kind, line),
                    })
                    .collect()
            };
            if ours.is_empty() == theirs.is_empty() && of(&ours) == of(theirs) {
                same += 1;
            } else {
                wrong.push(format!(
                    "{}, {name}: Boogie {theirs:?}, Lariat {ours:?}",
                    file.display()
                ));
            }
        }
    }
    eprintln!("{same} the same, {} open: {open:#?}", open.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let _ = std::fs::remove_dir_all(&folder);
}
