//! One search in parts: they cover everything, and one of them has the bug if the whole has.

use crate::{Subject, z3};
use lariat_budget::{Budget, Stop};
use lariat_passes::Goal;
use lariat_reach::{
    Options, Outcome, Part, Progress, SearchStats, Snapshot, UnknownReason, covers, fingerprint,
    split,
};
use std::cell::Cell;
use std::sync::Arc;

/// Many calls that nobody puts in place; the answer needs all of them.
fn program(limit: u32) -> String {
    format!(
        "var g: int;
         procedure add(n: int) {{ if (n > 9) {{ call add(n - 1); }} if (*) {{ g := g + n; }} }}
         procedure main() {{
           g := 0;
           call add(1); call add(2); call add(4); call add(8);
           assert g != {limit};
         }}"
    )
}

/// Lets a search make so many steps.
struct Steps {
    left: Cell<u32>,
    budget: Budget,
}

impl Steps {
    fn look(&self) {
        if self.left.get() == 0 {
            self.budget.stop(Stop::Interrupted);
        }
        self.left.set(self.left.get().saturating_sub(1));
    }
}

impl Progress for Steps {
    fn at(&self, _: &Snapshot, _: &SearchStats) {
        self.look();
    }
}

fn parts_of(subject: &Subject, steps: u32) -> Vec<Part> {
    let options = Options { recursion_bound: 2, ..Options::default() };
    let budget = Budget::unlimited();
    let steps = Steps { left: Cell::new(steps), budget: budget.clone() };
    steps.look();
    split(subject.prepared(), z3(), &options, &budget, &steps, 4).expect("no solver error").parts
}

fn decisions(parts: &[Part]) -> Vec<Vec<(u32, bool)>> {
    parts.iter().map(|p| p.decisions.iter().map(|d| (d.number, d.reached)).collect()).collect()
}

#[test]
fn parts_cover_the_whole_and_each_is_needed() {
    let subject = Subject::new(&program(15), Goal::Failure);
    let parts = parts_of(&subject, 1);
    assert_eq!(parts.len(), 4);
    let decisions = decisions(&parts);
    assert!(covers(&decisions));
    for left_out in 0..decisions.len() {
        let mut some = decisions.clone();
        some.remove(left_out);
        assert!(!covers(&some), "{some:?}");
    }
}

#[test]
fn parts_together_have_the_answer() {
    for (limit, reached) in [(15, true), (0, true), (16, false)] {
        let subject = Subject::new(&program(limit), Goal::Failure);
        for steps in 0..3 {
            let parts = parts_of(&subject, steps);
            let search = |part: Part| {
                let part = Some(Arc::new(part));
                let options = Options { recursion_bound: 2, part, ..Options::default() };
                subject.show(&subject.search(&options).0)
            };
            let answers: Vec<String> = parts.into_iter().map(search).collect();
            assert!(answers.iter().all(|a| !a.starts_with("unknown")), "{answers:?}");
            let any = answers.iter().any(|a| a.starts_with("reached"));
            assert!(answers.is_empty() || any == reached, "{limit}, {steps} steps: {answers:?}");
        }
    }
}

#[test]
fn a_part_of_another_program_is_refused() {
    let (one, other) =
        (Subject::new(&program(15), Goal::Failure), Subject::new(&program(14), Goal::Failure));
    assert_ne!(fingerprint(&one.prepared().program), fingerprint(&other.prepared().program));
    assert_eq!(fingerprint(&one.prepared().program), fingerprint(&one.prepared().program));
    let part = parts_of(&one, 1).remove(0);
    let options = Options { recursion_bound: 2, part: Some(Arc::new(part)), ..Options::default() };
    let (outcome, _) = other.search(&options);
    assert!(matches!(outcome, Outcome::Unknown(UnknownReason::PartOfAnotherProgram)));
}

#[test]
fn an_answer_leaves_no_parts() {
    let subject = Subject::new("procedure main() { assert false; }", Goal::Failure);
    assert!(parts_of(&subject, 100).is_empty());
}
