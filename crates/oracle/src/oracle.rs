//! The oracles: every search strategy, the exhaustive interpreter, the replay, and the passes.

use crate::generate::TRIED;
use crate::passes;
use crate::search::{Answer, Config, confirm, search};
use crate::subject::Subject;
use lariat_passes::Goal;
use lariat_program::interpreter::{Budget, Domains, Exhaustive, explore};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Two oracles that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What kind it is: a smaller program shows the same problem if this is the same.
    pub kind: String,
    /// What each said.
    pub detail: String,
}

/// What was found out about a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Programs looked at.
    pub programs: u64,
    /// Questions (a goal and a bound) asked.
    pub questions: u64,
    /// Questions that exploration answered for sure.
    pub conclusive: u64,
    /// Questions with the answer that the goal is reached.
    pub reached: u64,
    /// Questions with the answer that the goal is never reached, at any bound.
    pub never: u64,
    /// Searches without an answer.
    pub unknown: u64,
    /// Paths replayed.
    pub replayed: u64,
    /// Programs after a pass, printed and read again.
    pub reread: u64,
}

impl Tally {
    /// Adds another one.
    pub fn add(&mut self, other: &Tally) {
        self.programs += other.programs;
        self.questions += other.questions;
        self.conclusive += other.conclusive;
        self.reached += other.reached;
        self.never += other.never;
        self.unknown += other.unknown;
        self.replayed += other.replayed;
        self.reread += other.reread;
    }
}

/// How thorough to be.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The recursion bound.
    pub bound: u32,
    /// Whether the program after each pass is printed, read again and asked about.
    pub passes: bool,
    /// Whether the path of every search is replayed, not only the default's.
    pub replay_all: bool,
    /// Which of [`Config::LOOPS`] is asked, too (a number beyond the last starts over).
    pub outer_loop: usize,
}

/// Asks all oracles about a program. A panic anywhere is a disagreement, too.
pub fn compare(text: &str, effort: Effort) -> Result<Tally, Disagreement> {
    let result = catch_unwind(AssertUnwindSafe(|| compare_unguarded(text, effort)));
    result.unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_string()))
            .unwrap_or_default();
        let start: String = message.chars().take(40).filter(|c| !c.is_ascii_digit()).collect();
        disagree(format!("panic: {start}"), message)
    })
}

fn disagree<T>(kind: String, detail: String) -> Result<T, Disagreement> {
    Err(Disagreement { kind, detail })
}

fn compare_unguarded(text: &str, effort: Effort) -> Result<Tally, Disagreement> {
    let subject = match Subject::new(text, None) {
        Ok(subject) => subject,
        Err(rejected) => {
            return disagree(
                format!("rejected by {}: {}", rejected.stage, rejected.reason()),
                rejected.errors.join("\n"),
            );
        }
    };
    let truth = exhaustive(&subject, effort.bound);
    let mut tally = Tally { programs: 1, ..Tally::default() };
    for goal in [Goal::Failure, Goal::Return] {
        compare_goal(&subject, goal, effort, &truth, &mut tally)?;
    }
    Ok(tally)
}

/// Asks about two texts that mean the same.
pub fn compare_meanings(one: &str, other: &str, bound: u32) -> Result<(), Disagreement> {
    let result = catch_unwind(AssertUnwindSafe(|| {
        let subjects = [Subject::new(one, None), Subject::new(other, None)];
        let [Ok(one), Ok(other)] = subjects else {
            let errors = subjects.iter().filter_map(|s| s.as_ref().err());
            let errors: Vec<String> = errors.flat_map(|r| r.errors.clone()).collect();
            return disagree("one of two dialects rejected".into(), errors.join("\n"));
        };
        let (one, other) = (exhaustive(&one, bound), exhaustive(&other, bound));
        for goal in [Goal::Failure, Goal::Return] {
            if let (Some(a), Some(b)) = (truth_of(&one, goal), truth_of(&other, goal))
                && a != b
            {
                let detail = format!("bound {bound}, {goal:?}: structured {a}, jumps {b}");
                return disagree("two dialects differ".into(), detail);
            }
        }
        Ok(())
    }));
    result.unwrap_or_else(|_| disagree("panic".into(), String::new()))
}

/// Explores a program of the generator within a bound.
pub fn exhaustive(subject: &Subject, bound: u32) -> Exhaustive {
    let domains = Domains { ints: TRIED, elements: 2, values: 256 };
    let budget = Budget { steps: 200_000, states: 20_000 };
    explore(&subject.program, subject.entry, bound, &domains, budget)
}

/// What exploration says about the goal, if it is sure.
pub fn truth_of(found: &Exhaustive, goal: Goal) -> Option<bool> {
    let reached = match goal {
        Goal::Failure => found.fails,
        Goal::Return => found.returns,
    };
    (reached || found.complete).then_some(reached)
}

fn compare_goal(
    subject: &Subject,
    goal: Goal,
    effort: Effort,
    explored: &Exhaustive,
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    let truth = truth_of(explored, goal);
    tally.questions += 1;
    tally.conclusive += u64::from(truth.is_some());
    let outer_loop = Config::LOOPS[effort.outer_loop % Config::LOOPS.len()];
    let configs = Config::SEARCHES.into_iter().chain([outer_loop]);
    let answers: Vec<(Config, Answer)> =
        configs.map(|c| (c, search(subject, goal, effort.bound, c))).collect();
    let show = || {
        let mut lines = vec![format!("goal {goal:?}, bound {}", effort.bound)];
        lines.push(format!("exhaustive: reached {truth:?}"));
        lines.extend(answers.iter().map(|(c, a)| format!("{c:?}: {}", a.name())));
        lines.join("\n")
    };
    tally.unknown += answers.iter().filter(|(_, a)| a.reached().is_none()).count() as u64;
    for (config, answer) in &answers {
        if let Answer::Unknown(why) = answer
            && why.starts_with("solver error")
        {
            return disagree(format!("solver error, {goal:?}"), show());
        }
        if let (Some(expected), Some(found)) = (truth, answer.reached())
            && expected != found
        {
            let kind = format!("{config:?} says {found}, exploration {expected}, {goal:?}");
            return disagree(kind, show());
        }
    }
    let never = answers.iter().any(|(_, a)| matches!(a, Answer::Never));
    if never && answers.iter().any(|(_, a)| matches!(a, Answer::Deeper(_))) {
        return disagree(format!("a proof, and a path beyond the bound, {goal:?}"), show());
    }
    let known: Vec<bool> = answers.iter().filter_map(|(_, a)| a.reached()).collect();
    if known.windows(2).any(|pair| pair[0] != pair[1]) {
        return disagree(format!("searches disagree, {goal:?}"), show());
    }
    tally.reached += u64::from(known.first() == Some(&true));
    if let Some((_, Answer::Reached(_, bound))) = answers.first()
        && *bound > 1
        && truth_of(&exhaustive(subject, bound - 1), goal) == Some(true)
    {
        return disagree(format!("reached at a smaller bound, {goal:?}"), show());
    }
    if answers.iter().any(|(_, a)| matches!(a, Answer::Never)) {
        tally.never += 1;
        let deeper = exhaustive(subject, effort.bound + 2);
        if truth_of(&deeper, goal) == Some(true) {
            return disagree(format!("a proof, but reached at a larger bound, {goal:?}"), show());
        }
    }
    replay_paths(subject, goal, effort, &answers, tally)?;
    if effort.passes {
        tally.reread += passes::compare(subject, goal, effort.bound)?;
    }
    Ok(())
}

fn replay_paths(
    subject: &Subject,
    goal: Goal,
    effort: Effort,
    answers: &[(Config, Answer)],
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    for (number, (config, answer)) in answers.iter().enumerate() {
        let (Answer::Reached(path, _) | Answer::Deeper(path)) = answer else { continue };
        if number > 0 && !effort.replay_all && !matches!(answer, Answer::Deeper(_)) {
            continue;
        }
        match confirm(subject, goal, path) {
            Ok(confirmed) if confirmed.trusted == 0 => tally.replayed += 1,
            Ok(_) => tally.unknown += 1,
            Err(why) => {
                let short: String = why.chars().take(30).collect();
                let detail = format!("{config:?}, goal {goal:?}, bound {}: {why}", effort.bound);
                return disagree(format!("no replay, {goal:?}: {short}"), detail);
            }
        }
    }
    Ok(())
}
