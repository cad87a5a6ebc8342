//! The question behind an assumption: do accesses stay inside their objects?
//!
//! The memory of C programs is divided under that assumption (`c2boogie/memory`). Where it is the only thing that the
//! tool has assumed on its own, it is asked about: the same program, with the bounds of all accesses as what must
//! hold. Those that need no search are trivial in that program, so what is asked is what the assumption stands for.
//!
//! *Why that is sound.* The first answer is about executions that were inside so far, the second about executions in
//! which no assertion has failed so far. If an execution did one or the other, the first such event would contradict one of
//! the answers. The second answer counts only if it has no bound and assumes nothing new.
//!
//! Its checks see objects, not the arrays in them, and where a pointer may leave such an array the second answer assumes
//! that none does. Then everything is asked again, the first question and the bounds, with all of memory in one map of
//! bytes, in which an access that leaves an array and stays in its object finds what is there, and without what was
//! concluded by following pointers into arrays. If nothing fails there, that none leaves its array does not matter.

use crate::host::Silent;
use crate::program::Program;
use crate::property::Property;
use crate::question::{Failures, Question};
use crate::report::Report;
use crate::run::Run;
use lariat_budget::Share;
use lariat_c2boogie::{Check, Checks, Discharge, MemoryModelKind};
use lariat_verdict::{Assumption, Status, What};
use std::collections::BTreeSet;
use std::time::Duration;

/// Time for the second question: at least this, and so many times what the first one took.
const LEAST: Duration = Duration::from_secs(5);
const TIMES: u32 = 2;

/// More accesses that leave their objects are not named one by one.
const NAMED: usize = 3;

/// Asks whether accesses stay inside if that is all that makes a proof conditional. What is known then no longer rests
/// on it, or on the accesses that do leave their objects.
pub(crate) fn settle(program: &Program, question: &Question, run: &Run) {
    let inside = Assumption::by_tool(What::InBounds);
    let is_open = run.stop_reason().is_none() && run.table(|t| t.rests_only_on(&inside));
    if !program.is_c() || !is_open || question.split.is_some() {
        return;
    }
    let asked = Question {
        properties: vec![Property::named("bounds", Checks::of(&[Check::Bounds]))],
        failures: Failures::All,
        confirm_bits: false,
        ..question.clone()
    };
    let given = run.table(|t| t.assumptions());
    let Some(report) = ask(program, &asked, run) else { return };
    if let Some(left) = left_to_assume(&report, &given) {
        return run.table(|t| t.replace(&inside, &left));
    }
    if !rests_on_arrays(&report) {
        return;
    }
    let mut in_bytes = asked;
    in_bytes.properties.extend(question.properties.iter().cloned());
    in_bytes.c.memory = MemoryModelKind::Unified;
    in_bytes.c.discharge = Discharge::Nothing;
    let given = given.into_iter().chain([Assumption::by_tool(What::InArrays)]).collect();
    if ask(program, &in_bytes, run).is_some_and(|report| holds(&report, &given)) {
        run.table(|t| t.replace(&inside, &BTreeSet::new()));
    }
}

fn ask(program: &Program, question: &Question, run: &Run) -> Option<Report> {
    let time = run.elapsed().saturating_mul(TIMES).max(LEAST);
    let budget = run.budget().child(Share::time(time));
    crate::check(program, question, &budget, Silent).ok()
}

/// Is nothing that is asked about reached, with no more than what is given?
fn holds(report: &Report, given: &BTreeSet<Assumption>) -> bool {
    let proved = report.verdict.items.iter().all(|item| match item.known.status() {
        Status::Unreachable(claim) => {
            let r = &claim.restriction;
            r.cut.is_none()
                && r.behind.is_empty()
                && r.under.iter().all(|a| !a.weakens() || given.contains(a))
                && r.under.iter().all(|a| a.what != What::InBounds)
        }
        _ => false,
    });
    proved && !report.verdict.items.is_empty()
}

/// Is it that arrays in objects are not left that makes an answer conditional?
fn rests_on_arrays(report: &Report) -> bool {
    report.verdict.items.iter().any(|item| match item.known.status() {
        Status::Unreachable(claim) | Status::Behind(claim) => {
            claim.restriction.under.iter().any(|a| a.what == What::InArrays)
        }
        _ => false,
    })
}

/// What still has to be assumed: that the accesses stay inside that do not always; `None` if that is not known.
fn left_to_assume(report: &Report, given: &BTreeSet<Assumption>) -> Option<BTreeSet<Assumption>> {
    let failing: BTreeSet<_> = report.verdict.failures().map(|(item, _)| item.id).collect();
    let mut left = BTreeSet::new();
    // Without places there is nothing that could say what was assumed.
    if report.verdict.items.is_empty() {
        return None;
    }
    for item in &report.verdict.items {
        match item.known.status() {
            Status::Reachable(_) if item.kind.is_failure() => {
                let place = item.place.as_ref().filter(|p| !p.file.starts_with('<'))?;
                let place = format!("{}:{}:{}", place.file, place.line, place.column);
                left.insert(Assumption::by_tool(What::AccessInside(place)));
            }
            Status::Unreachable(claim) | Status::Behind(claim) => {
                let r = &claim.restriction;
                let new = r.under.iter().any(|a| a.weakens() && !given.contains(a));
                let itself = r.under.iter().any(|a| a.what == What::InBounds);
                if new || itself || r.cut.is_some() || !r.behind.is_subset(&failing) {
                    return None;
                }
            }
            Status::Reachable(_) | Status::Within(..) | Status::Unknown(_) => return None,
        }
    }
    (left.len() <= NAMED).then_some(left)
}
