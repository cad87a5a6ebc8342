//! What a search found out enters the table.

use crate::answer::Answer;
use crate::confirm_bits;
use crate::evidence::in_words_of_c;
use crate::failure::Failure;
use crate::job::Job;
use crate::known::Phase;
use crate::load::Loaded;
use crate::report::Finding;
use crate::run::Run;
use lariat_verdict::Reason;

/// Enters what was found out into the table: an execution at once, and again when there is more to show about it.
/// `depth` is how deep an execution goes, as far as that is known.
pub(crate) fn conclude(
    job: &Job<'_>,
    loaded: &Loaded<'_>,
    mut finding: Finding,
    (engine, depth): (&str, Option<u32>),
    mut answer: Answer,
    run: &Run,
) -> Result<Answer, Failure> {
    confirm_bits::settle(job, &mut finding, run);
    if let Finding::Bug(bug) | Finding::Perhaps(bug, _) = &mut finding {
        run.table(|t| t.reword(bug));
    }
    if let (Finding::Perhaps(candidate, _), Some(c)) = (&mut finding, loaded.translated()) {
        in_words_of_c(job.question, candidate, c);
    }
    answer.reached = run.table(|t| t.learn(&finding, engine, depth));
    match finding {
        Finding::Bug(mut bug) => {
            let place = answer.reached.ok_or_else(|| {
                Failure::Internal("an execution fails at a place without a number".into())
            })?;
            if let Some(c) = loaded.translated() {
                run.enter(Phase::Evidence);
                if let Some(failing) = run.table(|t| t.failing(place)) {
                    run.host().found(&mut bug, &failing, c, run.whole_budget())?;
                }
                in_words_of_c(job.question, &mut bug, c);
                run.table(|t| t.elaborate(place, *bug));
            }
        }
        Finding::Perhaps(_, reason) | Finding::Unknown(reason) => {
            answer.is_limited = reason.kind.is_limit()
        }
        Finding::Unreachable | Finding::Within(_) => {}
    }
    run.learn(|known| known.finish());
    Ok(answer)
}

/// Nothing was found out, for this reason.
pub(crate) fn unanswered(reason: &Reason, warnings: Vec<String>, run: &Run) -> Answer {
    run.table(|t| t.give_up(reason));
    Answer { is_limited: reason.kind.is_limit(), warnings, ..Answer::default() }
}
