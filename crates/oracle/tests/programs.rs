//! The programs under `tests/programs`: each says in its head what the verdict is, and every search
//! strategy must come to it. Bugs must replay and fail at the line given.

use lariat_oracle::expectation::{Expectation, Verdict};
use lariat_oracle::passes;
use lariat_oracle::search::{Answer, Config, confirm, search};
use lariat_oracle::{Rejected, Subject};
use lariat_reach::StrategyKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .unwrap_or_else(|error| panic!("{}: {error}", root.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "bpl"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no programs in {folder}");
    files
}

/// Checks all programs of a folder, and that they are where their verdict says.
fn check_folder(folder: &str) {
    let mut problems = Vec::new();
    for path in programs(folder) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let check = || {
            Expectation::of(&text).and_then(|expected| {
                if folder_of(&expected.verdict) != folder {
                    return Err(format!("{:?} belongs elsewhere", expected.verdict));
                }
                check_program(&text, &expected)
            })
        };
        let result = catch_unwind(AssertUnwindSafe(check))
            .unwrap_or_else(|_| Err("a panic, see above".into()));
        if let Err(problem) = result {
            problems.push(format!("{folder}/{name}: {problem}"));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

fn folder_of(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Bug(_) => "bug",
        Verdict::Correct => "correct",
        Verdict::Bounded(_) => "bounded",
        Verdict::Unknown => "unknown",
        Verdict::Error(_) => "error",
    }
}

fn check_program(text: &str, expected: &Expectation) -> Result<(), String> {
    let subject = Subject::with(text, expected.entry.as_deref(), expected.infer_modifies);
    let subject = match (subject, &expected.verdict) {
        (Ok(_), Verdict::Error(_)) => return Err("was not refused".into()),
        (Err(rejected), Verdict::Error(message)) => return refused(&rejected, message),
        (Err(rejected), _) => return Err(format!("{rejected:?}")),
        (Ok(subject), _) => subject,
    };
    for config in Config::all() {
        let answer = search(&subject, expected.goal, expected.bound, config);
        // What leaves things out may come to a path that is none: then it has no answer.
        if config.by_need
            && !matches!(expected.verdict, Verdict::Bug(_))
            && let Answer::Perhaps(path) = &answer
            && confirm(&subject, expected.goal, path).is_err()
        {
            continue;
        }
        // Provers, and abstractions that leave out what a loop changes, may know more.
        if config.abstraction.is_some() && matches!(expected.verdict, Verdict::Bounded(_)) {
            match answer {
                Answer::Never => continue,
                Answer::Deeper(path) => {
                    confirm(&subject, expected.goal, &path)?;
                    continue;
                }
                _ => {}
            }
        }
        // Static inlining does not try to do without the calls that it cut off, and abstraction can
        // lose a proof. So can a part: those executions that pass a call beyond the bound are cut off.
        let may_lose_a_proof = config.strategy == StrategyKind::Static || config.split;
        if (may_lose_a_proof || config.abstraction.is_some())
            && expected.verdict == Verdict::Correct
            && matches!(answer, Answer::NotWithinBound)
        {
            continue;
        }
        check_answer(&subject, &answer, expected).map_err(|why| format!("{config:?}: {why}"))?;
    }
    let kept = passes::compare(&subject, expected.goal, expected.bound);
    kept.map(|_| ()).map_err(|problem| format!("{}\n{}", problem.kind, problem.detail))
}

fn refused(rejected: &Rejected, message: &str) -> Result<(), String> {
    if rejected.errors.iter().any(|e| e.contains(message)) {
        return Ok(());
    }
    Err(format!("refused for another reason: {:?}", rejected.errors))
}

fn check_answer(subject: &Subject, answer: &Answer, expected: &Expectation) -> Result<(), String> {
    match (&expected.verdict, answer) {
        (Verdict::Bug(line), Answer::Reached(path, _) | Answer::Perhaps(path)) => {
            let confirmed = confirm(subject, expected.goal, path)?;
            if confirmed.line != *line {
                return Err(format!("fails at line {:?}", confirmed.line));
            }
            Ok(())
        }
        (Verdict::Correct, Answer::Never) | (Verdict::Unknown, Answer::Unknown(_)) => Ok(()),
        (Verdict::Bounded(bound), Answer::NotWithinBound) if *bound == expected.bound => Ok(()),
        // A path that the solver was unsure of and that does not replay.
        (Verdict::Unknown, Answer::Perhaps(path)) => match confirm(subject, expected.goal, path) {
            Err(_) => Ok(()),
            Ok(_) => Err("a bug".into()),
        },
        _ => Err(format!("is {}", answer.name())),
    }
}

#[test]
fn programs_with_a_bug() {
    check_folder("bug");
}

#[test]
fn correct_programs() {
    check_folder("correct");
}

#[test]
fn programs_without_a_bug_within_the_bound() {
    check_folder("bounded");
}

#[test]
fn programs_that_cannot_be_decided() {
    check_folder("unknown");
}

#[test]
fn programs_with_errors() {
    check_folder("error");
}
