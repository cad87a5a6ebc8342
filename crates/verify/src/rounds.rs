//! An answer for each place: the search is asked again and again, without the places that have their answer, until
//! the rest has one, too.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::job::Job;
use crate::question::Failures;
use crate::run::Run;
use crate::table::Excluded;
use lariat_verdict::{ItemId, Reason, ReasonKind};
use std::collections::BTreeSet;

/// Runs a job until every place has an answer, or until the first failure if that is enough.
///
/// When an execution fails at a place, the search goes on with executions that do not: the place is assumed. The same
/// for places that were not understood. What then is shown of the other places holds for executions that did not fail
/// before. So the search is asked once more about those that are left, with the failing places *skipped*: executions
/// go on behind them. That adds executions and takes none away, so what is unreachable then is unreachable.
pub fn run(
    job: &Job<'_>,
    run: &Run,
    mut once: impl FnMut(&Job<'_>, &Run) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let mut job = job.clone();
    let mut first: Option<Answer> = None;
    let last = loop {
        let answer = once(&job, run)?;
        let Some(place) = answer.reached else { break answer };
        // A place that is reached although executions end there would be an error in the program transformation.
        if !job.excluded.assumed.insert(place) {
            return Err(Failure::Internal(format!("place {} fails again", place.0)));
        }
        let is_failure = !run.table(|t| t.is_unsupported(place));
        if is_failure {
            let enough: Vec<ItemId> = match job.question.failures {
                Failures::All => Vec::new(),
                Failures::OnePerProperty => run.table(|t| t.of_same_property(place)),
                Failures::One => {
                    run.table(|t| t.give_up(&not_looked_for()));
                    break answer;
                }
            };
            if !job.question.deepen && !job.question.exact {
                run.limit_the_rest();
            }
            job.excluded.assumed.extend(enough);
            first.get_or_insert(answer);
        }
        if !run.table(|t| t.has_others(&job.excluded)) {
            break Answer::default();
        }
    };
    if job.question.failures != Failures::One && !last.is_limited {
        look_behind(&job, run, once)?;
    }
    Ok(first.unwrap_or(last))
}

fn not_looked_for() -> Reason {
    Reason::new(ReasonKind::StoppedAtFirst, "not looked for after the first failure")
}

/// Asks which places are out of reach even if executions go on behind the failures found.
fn look_behind(
    job: &Job<'_>,
    run: &Run,
    mut once: impl FnMut(&Job<'_>, &Run) -> Result<Answer, Failure>,
) -> Result<(), Failure> {
    if run.table(|t| t.failed().is_empty()) {
        return Ok(());
    }
    let can_be_skipped = |&item: &ItemId| run.table(|t| t.can_be_skipped(item));
    let (failed, assumed): (BTreeSet<ItemId>, BTreeSet<ItemId>) =
        job.excluded.assumed.iter().copied().partition(can_be_skipped);
    let mut job = job.clone();
    job.excluded = Excluded { assumed, skipped: failed };
    while run.table(|t| t.has_others(&job.excluded)) && run.stop_reason().is_none() {
        let Some(place) = once(&job, run)?.reached else { break };
        let news = match run.table(|t| t.can_be_skipped(place)) {
            true => job.excluded.skipped.insert(place),
            false => job.excluded.assumed.insert(place),
        };
        if !news {
            return Err(Failure::Internal(format!("place {} is reached again", place.0)));
        }
    }
    Ok(())
}
