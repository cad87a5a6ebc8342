//! Small programs by feature, many in a file, each after a line `//-- name`. The comments that follow say what is expected of each
//! procedure: on its own, and as the entry of the whole program: `// P: verified, proved`, `// Q: fails, bug`. With one answer only, the whole
//! program is not asked about.
//!
//! `CORPUS_TELLS=1 cargo test -p lariat-modular --test corpus -- --nocapture` prints what is found in the same form.

use lariat_budget::Budget;
use lariat_modular::{Choice, Outcome, Settings, verify};
use lariat_verify::{Overall, Program, Question, Silent, check};
use std::fmt::Write;
use std::path::Path;

/// A program with the lines that say what is expected.
struct Case<'t> {
    name: &'t str,
    expected: Vec<&'t str>,
    text: String,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let programs = text.split("//-- ").skip(1);
    let case = |program| {
        let (name, text): (&str, &str) = str::split_once(program, '\n').expect("a program");
        let comments = text.lines().map_while(|line| line.strip_prefix("// "));
        let expected = comments.filter(|line| line.contains(": ")).collect();
        Case { name, expected, text: text.to_owned() }
    };
    programs.map(case).collect()
}

/// What is found about the procedures of a program.
fn found(case: &Case<'_>) -> Vec<String> {
    let program = Program::boogie("case.bpl", &case.text).expect("a text");
    let source = match program.source(false, |_| {}) {
        Ok(source) => source,
        Err(_) => return vec!["all: rejected".to_owned()],
    };
    let settings = Settings::default();
    let chosen = Choice::default().of(source.implementations(), settings.inline);
    let mut answers = Vec::new();
    for one in verify(&program, &chosen, &settings, &Budget::seconds(120), |_| {}) {
        let name = &one.implementation.procedure;
        let alone = match one.outcome() {
            Outcome::Verified => "verified",
            Outcome::Errors(errors) if errors.iter().any(|e| e.certain) => "fails",
            Outcome::Errors(_) => "perhaps fails",
            Outcome::Unknown(_) => "unknown",
            Outcome::Failed(_) => "refused",
        };
        let expected = case.expected.iter().find(|e| e.starts_with(&format!("{name}: ")));
        if expected.is_some_and(|expected| !expected.contains(", ")) {
            answers.push(format!("{name}: {alone}"));
            continue;
        }
        let question = Question { entry: Some(name.clone()), ..Question::assertions() };
        let whole = match check(&program, &question, &Budget::seconds(120), Silent) {
            Ok(report) => match report.overall() {
                Overall::Bug => "bug",
                Overall::Proved(_) => "proved",
                Overall::Bounded(..) => "bounded",
                _ => "unknown",
            },
            Err(_) => "refused",
        };
        let answer = format!("{name}: {alone}, {whole}");
        if !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    answers.sort();
    answers
}

#[test]
fn programs_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.sort();
    let tells = std::env::var_os("CORPUS_TELLS").is_some();
    let (mut count, mut wrong) = (0, String::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let feature = file.file_stem().unwrap_or_default().to_string_lossy();
        for case in cases(&text) {
            count += 1;
            let mut expected = case.expected.clone();
            expected.sort_unstable();
            let found = found(&case);
            if tells {
                println!("{feature} {}: {}", case.name, found.join("; "));
            }
            if found != expected {
                let _ = writeln!(wrong, "{feature}, {}: {found:?}, not {expected:?}", case.name);
            }
        }
    }
    eprintln!("{count} programs");
    assert!(wrong.is_empty(), "{wrong}");
}
