//! One search: from the loaded program to what the table learns. The one place that knows all stages and their order.

use crate::answer::Answer;
use crate::bits::{Precise, Unrolled, bit_by_bit};
use crate::conclude::{conclude, unanswered};
use crate::confirm::confirm;
use crate::evidence::wishes;
use crate::executions::Executions;
use crate::failure::Failure;
use crate::host::Use;
use crate::items;
use crate::job::Job;
use crate::known::Phase;
use crate::load::Loaded;
use crate::loops;
use crate::places::{cut, cut_offs};
use crate::question::Execute;
use crate::report::Finding;
use crate::run::Run;
use crate::solvers::{self, Solvers};
use crate::split::search_and_split;
use crate::track::tracked_from_start;
use lariat_budget::{Budget, Share};
use lariat_loops::Abstracted;
use lariat_lower::Peeling;
use lariat_passes::Pass;
use lariat_program::{ProcId, Program};
use lariat_reach::{Found, Outcome};
use lariat_refine::{Houdini, Means, Observer, ProvedBy, Query, RefineStats, Stage};
use lariat_trace::ConcretiseError;
use lariat_verdict::{CutOff, Reason, ReasonKind};
use std::sync::Arc;

/// What answers of the search are signed with.
const SEARCH: &str = "search";

/// Searches for an execution that fails at one of the places that are not left out.
pub fn run(job: &Job<'_>, run: &Run) -> Result<Answer, Failure> {
    let question = job.question;
    let mut warnings: Vec<String> = Vec::new();
    let loaded = job.load(&Peeling::default(), run, &mut warnings)?;
    let under = loaded.assumptions();
    let wanted = if question.deepen { 0 } else { question.search.recursion_bound };
    run.table(|t| t.begin(|| items::of(question, &loaded), &job.excluded, under, wanted));
    if let Some(reason) = run.stop_reason() {
        return Ok(unanswered(&reason, warnings, run));
    }
    let maps_not_compared = !loaded.program.compares_maps();
    run.learn(|known| known.maps_not_compared = maps_not_compared);
    let mut executions = Executions::new(job, &loaded);
    let mut prepared = match execute_and_unroll(job, loaded, &mut executions, &mut warnings, run)? {
        Unrolling::Answered(answer) => return Ok(*answer),
        Unrolling::Done(prepared) => *prepared,
    };
    if let Some(request) = question.split {
        let (program, entry) = (&prepared.loaded.program, prepared.loaded.entry);
        let solvers = Solvers::new(question, run);
        return search_and_split(question, (program, entry), request, &solvers, run);
    }
    let budget = run.budget().child(Share::ALL);
    let (searched, ran) = executions.beside(&budget, || refine(job, &mut prepared, &budget, run));
    let (mut outcome, mut stats) = searched?;
    if !matches!(outcome, Outcome::Unreachable | Outcome::Reachable(_)) {
        let stopped = ran.is_some();
        let answer = match ran {
            Some(found) => executions.answer(found, run, &mut warnings)?,
            None => executions.run_last(run, &mut warnings)?,
        };
        if let Some(answer) = answer {
            return Ok(answer);
        }
        // What stopped the search could not be shown.
        if stopped {
            (outcome, stats) = refine(job, &mut prepared, run.budget(), run)?;
        }
    }
    let engine = stats.proved_by.map_or(SEARCH, ProvedBy::word);
    let mut depth = None;
    let finding = match outcome {
        Outcome::Unreachable => Finding::Unreachable,
        Outcome::UnreachableWithinBound { bound, hits } => {
            Finding::Within(cut(bound, &hits, &prepared.cut_offs))
        }
        Outcome::Unknown(why) => {
            Finding::Unknown(run.explain(Reason::new(ReasonKind::Solver, why.to_string())))
        }
        Outcome::Reachable(found) => {
            // Iterations that are plain code are not counted, so then nothing is known about the depth.
            let plain = prepared.peeling.is_empty();
            depth = plain.then(|| found.bound.max(found.path.deepest_recursion()));
            match examine(job, &prepared, &found, run)? {
                Precise::Finding(finding) => finding,
                Precise::Spurious(culprits) => {
                    let spurious = Some(culprits);
                    return Ok(Answer { stats, warnings, spurious, ..Answer::default() });
                }
            }
        }
    };
    let answer = Answer { stats, warnings, ..Answer::default() };
    conclude(job, &prepared.loaded, finding, (engine, depth), answer, run)
}

/// A program whose loops have their bounds.
struct Prepared<'a> {
    loaded: Loaded<'a>,
    /// Iterations that are plain code.
    peeling: Peeling,
    /// Loops that are abstracted.
    long: Vec<Abstracted>,
    /// What a bound can cut off.
    cut_offs: Arc<Vec<CutOff>>,
}

/// What comes before the search.
enum Unrolling<'a> {
    /// Running the program was enough.
    Answered(Box<Answer>),
    /// The program to search.
    Done(Box<Prepared<'a>>),
}

/// Runs the program for a while and unrolls its loops.
fn execute_and_unroll<'a>(
    job: &Job<'a>,
    loaded: Loaded<'a>,
    executions: &mut Executions<'a>,
    warnings: &mut Vec<String>,
    run: &Run,
) -> Result<Unrolling<'a>, Failure> {
    let question = job.question;
    if let Some(answer) = executions.run_first(run, warnings)? {
        return Ok(Unrolling::Answered(Box::new(answer)));
    }
    run.enter(Phase::Loops);
    let pragmas = loaded.translated().map_or(Vec::new(), |c| c.translation.unwind.clone());
    let by_hand = (pragmas.as_slice(), job.is_c());
    let estimates = loops::estimates(&loaded.program, loaded.entry, question, by_hand, run)?;
    executions.has_long_loops(loops::some_are_long(&estimates));
    if question.loops.execute == Execute::On
        && let Some(answer) = executions.run_last(run, warnings)?
    {
        return Ok(Unrolling::Answered(Box::new(answer)));
    }
    let peeling = loops::peeling(&loaded.program, &estimates, &question.loops);
    let again = |peeling: &Peeling| loaded.unrolled(peeling);
    let peeling = loops::constant_loops(&loaded.program, &estimates, peeling, &again)?;
    let mut loaded = loaded.peeled(&peeling)?;
    let program = &mut loaded.program;
    let cut_offs = Arc::new(cut_offs(program, job.is_c()));
    run.learn(|known| known.cut_offs = Arc::clone(&cut_offs));
    let options = &question.loops;
    let long = loops::set_bounds(program, &estimates, &peeling, options, &pragmas, &cut_offs)?;
    for what in long.iter().filter_map(|a| cut_offs.get(a.procedure.index())) {
        let (place, after) = (what.show(), options.long);
        warnings.push(format!("warning: {place}: anything after {after} iterations"));
    }
    Ok(Unrolling::Done(Box::new(Prepared { loaded, peeling, long, cut_offs })))
}

/// The search with its outer loops.
fn refine(
    job: &Job<'_>,
    prepared: &mut Prepared<'_>,
    budget: &Budget,
    run: &Run,
) -> Result<(Outcome, RefineStats), Failure> {
    let question = job.question;
    let Loaded { program, entry, proposed, .. } = &mut prepared.loaded;
    let mut watcher = Watcher { run, failure: None };
    watcher.program(Pass::Lower, program, *entry);
    let mut prover = question.prover.clone();
    if !proposed.is_empty() && prover.houdini == Houdini::Auto {
        prover.houdini = Houdini::First;
    }
    prover.proposed = proposed.clone();
    let options = lariat_refine::Options {
        search: question.search.clone(),
        deepen: question.deepen,
        leave_out: question.leave_out,
        tracked: tracked_from_start(question, program, *entry)?,
        algorithm: question.algorithm,
        exact: question.exact,
        reuse: question.reuse,
        prover,
    };
    let solvers = Solvers::new(question, run);
    let query = Query { program, entry: *entry, goal: question.goal };
    let means = Means { solvers: &solvers, budget, progress: run, observer: &mut watcher };
    let found = lariat_refine::check(query, &options, means).map_err(|error| match error {
        ConcretiseError::Solver(error) => Failure::Solver(error),
        error => Failure::Internal(error.to_string()),
    })?;
    match watcher.failure {
        Some(failure) => Err(failure),
        None => Ok(found),
    }
}

/// What a path is worth.
fn examine(
    job: &Job<'_>,
    prepared: &Prepared<'_>,
    found: &Found,
    run: &Run,
) -> Result<Precise, Failure> {
    let Prepared { loaded, peeling, long, cut_offs } = prepared;
    if let Some(reason) = loops::doubt(&found.path, long, cut_offs) {
        return Ok(Precise::Finding(Finding::Unknown(reason)));
    }
    let program = &loaded.program;
    let new_solver = || solvers::start(job.question, Use::Replay, run);
    let unrolled = Unrolled { peeling, abstracted: long };
    if let Some(precise) = bit_by_bit(job, program, &unrolled, found, &new_solver, run)? {
        return Ok(precise);
    }
    run.enter(Phase::Replay);
    let wishes = wishes(program, loaded.translated());
    confirm(program, loaded.name(), found, &wishes, &new_solver, run).map(Precise::Finding)
}

/// Hands programs after passes on, and tells in which phase the run is.
struct Watcher<'a> {
    run: &'a Run,
    failure: Option<Failure>,
}

impl Observer for Watcher<'_> {
    fn stage(&mut self, stage: Stage) {
        self.run.enter(match stage {
            Stage::Prepare => Phase::Prepare,
            Stage::Search => Phase::Search,
            Stage::Refine => Phase::Refine,
        });
    }

    fn program(&mut self, pass: Pass, program: &Program, entry: ProcId) {
        tracing::debug!(
            pass = pass.name(),
            entry = program.procedures[entry].name,
            procedures = program.procedures.len(),
            commands = program.command_count(),
            "pass"
        );
        if let Err(failure) = self.run.host().program(pass, program, entry) {
            self.failure.get_or_insert(failure);
        }
    }
}
