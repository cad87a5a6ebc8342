//! A path becomes a bug only if the interpreter executes it: values are found for the program as
//! lowered, before any pass, and the execution is replayed with them.

use crate::failure::Failure;
use crate::places::{location, source_place};
use crate::report::{Bug, Evidence, Finding, Trusted};
use crate::run::Run;
use lariat_budget::Share;
use lariat_execute::Unrolled;
use lariat_logic::{TermId, VarId};
use lariat_program::interpreter::At;
use lariat_program::{Frame, Program};
use lariat_reach::Found;
use lariat_solver::Solver;
use lariat_trace::{
    Approximation, Blame, Concrete, ConcretiseError, Feasibility, Replay, Trace, Unevaluated, Wish,
};
use lariat_verdict::{Reason, ReasonKind};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::Duration;

/// What examining a path gave.
pub enum Examined {
    /// A bug, or doubt.
    Finding(Finding),
    /// No execution takes it: these commands contradict each other.
    Infeasible(Vec<At>),
}

/// What a path is worth that the search found; `entry` is the entry as the user knows it, and
/// `wishes` say what variables should be if nothing speaks against it. Each question gets a new solver.
pub fn confirm(
    program: &Program,
    entry: &str,
    found: &Found,
    wishes: &FxHashMap<VarId, Wish>,
    solvers: &dyn Fn() -> Result<Box<dyn Solver>, Failure>,
    run: &Run,
) -> Result<Finding, Failure> {
    if nothing_is_executed(program, solvers, run)? {
        return Ok(Finding::Unreachable);
    }
    let mut blamed = Vec::new();
    // The search says that there is an execution: nearly always feasible, so ask without a core first.
    for blame in [Blame::Nothing, Blame::Commands] {
        let solver = &mut *solvers()?;
        match examine(program, entry, found, wishes, solver, run, blame)? {
            Examined::Finding(finding) => return Ok(finding),
            Examined::Infeasible(commands) => blamed = commands,
        }
    }
    let mut shown: Vec<String> = Vec::new();
    for command in blamed.iter().filter_map(|at| at.command(program)) {
        let info = &program.infos[command.info];
        let text = match location(program, info.place) {
            Some(place) => format!("{} ({})", info.text, place.show()),
            None => info.text.clone(),
        };
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    shown.truncate(5);
    let conflict = shown.join("; ");
    let why = format!("no values take it in the program as written; in conflict: {conflict}");
    Ok(doubt(&why, run))
}

/// At most so long axioms are looked at that have nothing to do with a bug.
const TIME_FOR_OTHER_AXIOMS: Duration = Duration::from_secs(1);

/// Whether the axioms that the code does not mention contradict each other: then there is no execution at all.
pub fn nothing_is_executed(
    program: &Program,
    solvers: &dyn Fn() -> Result<Box<dyn Solver>, Failure>,
    run: &Run,
) -> Result<bool, Failure> {
    let axioms = lariat_vc::other_axioms(program);
    if axioms.is_empty() {
        return Ok(false);
    }
    let solver = &mut *solvers()?;
    let mut instantiator = lariat_vc::Instantiator::new();
    for axiom in axioms {
        let formula = instantiator.ground(solver, &program.terms, axiom);
        solver.assert(formula);
    }
    let share = Share { processor: Some(TIME_FOR_OTHER_AXIOMS), ..Share::ALL };
    let outcome = solver.check(&[], &run.budget().child(share)).map_err(Failure::Solver)?;
    Ok(outcome == lariat_solver::Outcome::Unsat)
}

fn doubt(why: &str, run: &Run) -> Finding {
    let text = format!("a path was found but did not replay: {why}");
    Finding::Unknown(run.explain(Reason::new(ReasonKind::Replay, text)))
}

/// Looks for values along a path and replays the execution.
pub fn examine(
    program: &Program,
    entry: &str,
    found: &Found,
    wishes: &FxHashMap<VarId, Wish>,
    solver: &mut dyn Solver,
    run: &Run,
    blame: Blame,
) -> Result<Examined, Failure> {
    let axioms = lariat_vc::relevant_axioms(program);
    let budget = run.budget();
    tracing::info!(activations = found.path.activations(), bound = found.bound, "path found");
    let doubt = |why: String| Ok(Examined::Finding(doubt(&why, run)));
    let path = &found.path;
    let feasibility = match lariat_trace::concretise_wishing(
        program, path, &axioms, solver, budget, wishes, blame,
    ) {
        Ok(feasibility) => feasibility,
        Err(ConcretiseError::Solver(error)) => return Err(Failure::Solver(error)),
        Err(error) => return doubt(error.to_string()),
    };
    // A solver that is not sure of the path is not believed about conditions that cannot be evaluated, but in what the triggers
    // of a large program leave to it: the axioms of a front end about its own functions.
    let is_sure = matches!(
        feasibility,
        Feasibility::Feasible(_) | Feasibility::Unknown { left_to_triggers: true, .. }
    );
    let concrete = match feasibility {
        Feasibility::Feasible(concrete) => concrete,
        Feasibility::Infeasible(blamed) => return Ok(Examined::Infeasible(blamed)),
        // Quantifiers leave the solver unsure; the interpreter says what its candidate is worth.
        Feasibility::Unknown { candidate: Some(concrete), .. } => concrete,
        Feasibility::Unknown { why, candidate: None, .. } => {
            return doubt(format!("the solver gave up on it: {why}"));
        }
    };
    let (replay, trace) = lariat_trace::replay_with_trace(program, &found.path, &axioms, &concrete);
    match replay {
        Replay::Confirmed { unevaluated, .. } => {
            let bug = Box::new(bug(program, entry, found, trace, &unevaluated));
            if let Some(reason) = approximated(program, path, &axioms, &concrete, &unevaluated) {
                return Ok(Examined::Finding(Finding::Perhaps(bug, reason)));
            }
            if is_sure || unevaluated.is_empty() {
                return Ok(Examined::Finding(Finding::Bug(bug)));
            }
            let reason = run.explain(perhaps(&bug));
            Ok(Examined::Finding(Finding::Perhaps(bug, reason)))
        }
        Replay::Refuted { at, why } => {
            let command = at.and_then(|at| at.command(program));
            let place = command
                .and_then(|c| location(program, program.infos[c.info].place))
                .map(|p| format!(" at {}", p.show()))
                .unwrap_or_default();
            doubt(format!("{why}{place}"))
        }
    }
}

/// Why a failure is perhaps none: it needs a result of the library that is only known roughly.
fn approximated(
    program: &Program,
    path: &Frame,
    axioms: &[TermId],
    concrete: &Concrete,
    unevaluated: &[Unevaluated],
) -> Option<Reason> {
    let Approximation { command } =
        lariat_trace::rests_on_approximation(program, path, axioms, concrete, unevaluated)?;
    let place = command.and_then(|c| source_place(program, c)).map(|p| format!(" at {}", p.show()));
    let text = format!(
        "perhaps a bug: what happens{} depends on a result of the library that is known only roughly",
        place.unwrap_or_default()
    );
    Some(Reason::new(ReasonKind::Approximation, text))
}

/// Why there is no answer although there is an execution that may be one.
fn perhaps(bug: &Bug) -> Reason {
    let count = bug.trusted.len();
    let what = if count == 1 { "one condition".to_owned() } else { format!("{count} conditions") };
    let text =
        format!("perhaps a bug: {}, but {what} on the path could not be checked", bug.message);
    Reason::new(ReasonKind::Unchecked, text)
}

/// What an execution is worth that was found by running the program: it is replayed like any other.
/// `None` if that does not work out.
pub fn confirm_execution(program: &Program, entry: &str, execution: Unrolled) -> Option<Finding> {
    let Unrolled { path, concrete } = execution;
    if let Err(error) = lariat_trace::check_path(program, &path) {
        tracing::info!(%error, "an execution is no path of the program with loop procedures");
        return None;
    }
    let axioms = lariat_vc::relevant_axioms(program);
    let (replay, trace) = lariat_trace::replay_with_trace(program, &path, &axioms, &concrete);
    match replay {
        Replay::Confirmed { unevaluated, .. } => {
            if let Some(why) = approximated(program, &path, &axioms, &concrete, &unevaluated) {
                tracing::info!(why = why.text, "an execution is none of the real program");
                return None;
            }
            let bound = path.deepest_recursion();
            let found = Found { path, bound, certain: true, call_tree: Arc::default() };
            Some(Finding::Bug(Box::new(bug(program, entry, &found, trace, &unevaluated))))
        }
        Replay::Refuted { why, .. } => {
            tracing::info!(why, "an execution did not replay");
            None
        }
    }
}

fn bug(
    program: &Program,
    entry: &str,
    found: &Found,
    trace: Trace,
    unevaluated: &[Unevaluated],
) -> Bug {
    let message = match &trace.failure {
        Some(failure) => match &failure.message {
            Some(said) => format!("this assertion can fail: {said}"),
            None => "this assertion can fail".to_owned(),
        },
        None => format!("procedure {entry} can return"),
    };
    let trusted = unevaluated
        .iter()
        .map(|u| Trusted {
            place: location(program, u.place),
            text: u.text.clone(),
            reason: u.reason.clone(),
        })
        .collect();
    let evidence = Evidence::default();
    let Found { bound, certain, .. } = *found;
    let item = trace.failure.as_ref().and_then(|f| f.item);
    Bug { item, message, bound, certain, trace, trusted, bits: None, evidence }
}
