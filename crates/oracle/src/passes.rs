//! Every pass keeps the answer, and the program after it can be printed and read again.
//!
//! A program read back has lost which procedures are versions of one another, so after the split by
//! mode the recursion bound means less in it: it may reach more within the bound. Before the split
//! the answers must be the same.

use crate::oracle::Disagreement;
use crate::search::{Answer, Config, search};
use crate::subject::Subject;
use lariat_passes::{Goal, Pass};

/// Prints the program after each pass, reads it again and compares the answers. Gives the number of
/// programs read.
pub fn compare(subject: &Subject, goal: Goal, bound: u32) -> Result<u64, Disagreement> {
    let disagree = |pass: Pass, kind: &str, detail: String| {
        Err(Disagreement { kind: format!("after {}: {kind}, {goal:?}", pass.name()), detail })
    };
    let mut stages: Vec<(Pass, String, String)> = Vec::new();
    let mut invalid = None;
    lariat_passes::prepare(&subject.program, subject.entry, goal, &mut |pass, program, entry| {
        if let Err(error) = program.validate() {
            invalid.get_or_insert((pass, format!("{error:?}")));
        }
        let name = program.procedures[entry].name.clone();
        stages.push((pass, name, lariat_lower::print(program)));
    });
    if let Some((pass, error)) = invalid {
        return disagree(pass, "invalid program", error);
    }
    let fast = Config::SEARCHES[0];
    let original = search(subject, goal, bound, fast);
    let mut count = 0;
    let mut last: Option<(String, Answer)> = None;
    for (pass, entry, text) in stages {
        let again = match Subject::new(&text, Some(&entry)) {
            Ok(again) => again,
            Err(rejected) => {
                let errors = rejected.errors.join("\n");
                let kind = format!("rejected by {}: {}", rejected.stage, rejected.reason());
                return disagree(pass, &kind, format!("{errors}\n{text}"));
            }
        };
        count += 1;
        let split = matches!(pass, Pass::Modes | Pass::Tidy);
        let goal = if split { Goal::Return } else { goal };
        let answer = match &last {
            Some((before, answer)) if *before == text => answer.clone(),
            _ => search(&again, goal, bound, fast),
        };
        let same = match (original.reached(), answer.reached()) {
            (Some(a), Some(b)) if a == b => true,
            (Some(false), Some(true)) => split && !matches!(original, Answer::Never),
            (Some(true), Some(false)) => false,
            _ => true,
        };
        if !same {
            let detail = format!("was {}, is {}\n{text}", original.name(), answer.name());
            return disagree(pass, "another answer", detail);
        }
        if !split {
            last = Some((text, answer));
        }
    }
    Ok(count)
}
