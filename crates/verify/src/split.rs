//! Parts of a search, for other processes and machines.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::question::{Question, SplitRequest};
use crate::run::Run;
use crate::solvers::Solvers;
use lariat_budget::Share;
use lariat_program::{ProcId, Program};
use lariat_reach::Outcome;
use lariat_refine::{RefineStats, Relaxation, Solvers as _};
use lariat_verdict::{Reason, ReasonKind};

/// Searches for a while, then splits what is left.
pub fn search_and_split(
    question: &Question,
    (program, entry): (&Program, ProcId),
    request: SplitRequest,
    solvers: &Solvers<'_>,
    run: &Run,
) -> Result<Answer, Failure> {
    let prepared = lariat_passes::prepare(program, entry, question.goal, &mut |_, _, _| {});
    let budget = run.budget().child(Share::time(request.after));
    let solver = solvers.for_search(Relaxation::EXACT).map_err(Failure::Solver)?;
    let left = lariat_reach::split(prepared, solver, &question.search, &budget, run, request.parts)
        .map_err(Failure::Solver)?;
    let stats = RefineStats { search: left.stats, ..RefineStats::default() };
    let reason = |text: &str| Some(Reason::new(ReasonKind::Solver, text));
    let not_split = match left.outcome {
        Outcome::Unreachable | Outcome::UnreachableWithinBound { .. } => None,
        // It was not replayed: let `check` do that.
        Outcome::Reachable(_) => reason("a path was found already"),
        Outcome::Unknown(_) if left.parts.is_empty() => reason("there is no call to decide"),
        Outcome::Unknown(_) if run.stop_reason().is_some() => run.stop_reason(),
        Outcome::Unknown(_) => return Ok(Answer { stats, parts: left.parts, ..Answer::default() }),
    };
    Ok(Answer { stats, not_split, ..Answer::default() })
}
