//! Boogie itself must accept and reject the same programs of the corpus, but for the
//! differences that `tests/corpus/DIFFERENCES.md` lists with their reasons. Without a
//! `boogie` on the path there is nothing to compare with, and the test says so.

mod common;

use common::{Case, corpus};
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Mutex;

fn boogie_accepts(case: &Case) -> bool {
    let output =
        Command::new("boogie").arg("/noVerify").arg(&case.path).output().expect("boogie runs");
    let text = String::from_utf8_lossy(&output.stdout).to_lowercase();
    let failed = text.contains("errors detected") || text.contains(": error: ");
    !failed && text.contains("boogie program verifier finished")
}

/// The files in the first column of the table.
fn listed_differences() -> BTreeSet<String> {
    include_str!("corpus/DIFFERENCES.md")
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .map(str::to_string)
        .collect()
}

#[test]
fn boogie_agrees_but_for_the_listed_differences() {
    let version = Command::new("boogie").arg("/version").output();
    let Ok(version) = version else {
        println!("there is no `boogie` on the path: nothing was compared");
        return;
    };
    if !String::from_utf8_lossy(&version.stdout).contains("version 2.4.1") {
        println!("this `boogie` is not version 2.4.1, which the list is about");
        return;
    }
    let queue: Mutex<Vec<(Case, bool)>> = Mutex::new(
        corpus("valid")
            .into_iter()
            .map(|case| (case, true))
            .chain(corpus("invalid").into_iter().map(|case| (case, false)))
            .collect(),
    );
    let differences = Mutex::new(BTreeSet::new());
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().unwrap().pop();
                    let Some((case, valid)) = next else { return };
                    if boogie_accepts(&case) != valid {
                        differences.lock().unwrap().insert(case.name);
                    }
                }
            });
        }
    });
    assert_eq!(differences.into_inner().unwrap(), listed_differences());
}
