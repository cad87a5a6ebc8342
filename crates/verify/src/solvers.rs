//! Which solver answers the queries: Z3 in process, or a process that talks SMT-LIB; with a log or not.

use crate::failure::Failure;
use crate::host::Use;
use crate::question::Question;
use crate::run::Run;
use lariat_refine::{Maps, Relaxation};
use lariat_solver::{Logged, ProcessSolver, Relaxed, Solver, SolverError, Z3Options, Z3Solver};
use std::sync::atomic::{AtomicU32, Ordering};

/// More cells of maps than this take more time and memory than a theory of arrays does.
const MAX_CELLS: usize = 200_000;

/// Parameters that were measured to help the search (`docs/benchmarks.md`).
pub const TUNED: [(&str, &str); 1] = [("smt.arith.solver", "2")];

/// Starts the solver that the user wants, for something other than the search.
pub fn start(question: &Question, purpose: Use, run: &Run) -> Result<Box<dyn Solver>, Failure> {
    start_with(question, purpose, None, question.seed, run)
}

/// A search has a relaxation, and parameters of its own.
fn start_with(
    question: &Question,
    purpose: Use,
    relaxation: Option<Relaxation>,
    seed: u32,
    run: &Run,
) -> Result<Box<dyn Solver>, Failure> {
    let solver: Box<dyn Solver> = match &question.solver {
        Some(command) => {
            let solver = ProcessSolver::new(command).map_err(Failure::Solver)?;
            with_log(solver, purpose, "", run)?
        }
        None => {
            let maps_not_compared = run.known().maps_not_compared;
            let mut options = Z3Options { seed, maps_not_compared, ..Z3Options::default() };
            // What is asked of one path is little, and its answer becomes a verdict.
            options.models_second = matches!(purpose, Use::Replay | Use::Doubt(_));
            if let Some(relaxation) = relaxation {
                options.unknown_products = !relaxation.products;
                options.models_second = relaxation.models;
                options.weak_maps = relaxation.maps == Maps::WhereRead;
                options.extra.extend(TUNED.map(|(name, value)| (name.into(), value.into())));
            }
            options.extra.extend(question.z3_options.iter().cloned());
            let header = options.script_header();
            with_log(Z3Solver::new(&options), purpose, &header, run)?
        }
    };
    run.learn(|known| known.solver = Some(solver.name()));
    Ok(solver)
}

/// The same for callers that know no failures but those of solvers.
pub fn start_for(
    question: &Question,
    purpose: Use,
    run: &Run,
) -> Result<Box<dyn Solver>, SolverError> {
    start(question, purpose, run).map_err(|failure| as_solver_error(failure, question))
}

fn as_solver_error(failure: Failure, question: &Question) -> SolverError {
    match failure {
        Failure::Solver(error) => error,
        other => SolverError::Start {
            command: question.solver.clone().unwrap_or_else(|| "z3".into()),
            reason: other.in_words(),
        },
    }
}

fn with_log(
    solver: impl Solver + 'static,
    purpose: Use,
    header: &str,
    run: &Run,
) -> Result<Box<dyn Solver>, Failure> {
    Ok(match run.host().query_log(purpose)? {
        Some(sink) => Box::new(Logged::new(solver, sink, header)),
        None => Box::new(solver),
    })
}

/// The solvers of one run.
pub struct Solvers<'a> {
    question: &'a Question,
    run: &'a Run,
    searches: AtomicU32,
    paths: AtomicU32,
}

impl<'a> Solvers<'a> {
    /// None started yet.
    pub fn new(question: &'a Question, run: &'a Run) -> Self {
        Solvers { question, run, searches: AtomicU32::new(0), paths: AtomicU32::new(0) }
    }

    /// The solver for a search that is relaxed in this way. (A process is told everything.)
    fn search(&self, relaxation: Relaxation, seed: u32) -> Result<Box<dyn Relaxed>, SolverError> {
        let purpose = Use::Search(self.searches.fetch_add(1, Ordering::Relaxed) + 1);
        let solver = start_with(self.question, purpose, Some(relaxation), seed, self.run)
            .map_err(|failure| as_solver_error(failure, self.question))?;
        Ok(match self.question.solver {
            Some(_) => Box::new(solver),
            None => relaxation.wrap(solver, MAX_CELLS),
        })
    }
}

impl lariat_refine::Solvers for Solvers<'_> {
    fn for_search(&self, relaxation: Relaxation) -> Result<Box<dyn Relaxed>, SolverError> {
        self.search(relaxation, self.question.seed)
    }

    fn for_helper(
        &self,
        thread: u32,
        relaxation: Relaxation,
    ) -> Result<Box<dyn Relaxed>, SolverError> {
        // A second attempt at the same part should differ from the first.
        let relaxation = if thread % 2 == 1 { Relaxation::EXACT } else { relaxation };
        self.search(relaxation, self.question.seed.wrapping_add(thread))
    }

    fn for_path(&self) -> Result<Box<dyn Solver>, SolverError> {
        let number = self.paths.fetch_add(1, Ordering::Relaxed) + 1;
        start_for(self.question, Use::Path(number), self.run)
    }

    fn for_doubted_path(&self) -> Result<Box<dyn Solver>, SolverError> {
        let number = self.paths.fetch_add(1, Ordering::Relaxed) + 1;
        start_for(self.question, Use::Doubt(number), self.run)
    }
}
