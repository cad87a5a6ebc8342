//! Which solver answers the queries: Z3 in process, or a process that talks SMT-LIB; with a log or not.

use crate::failure::Failure;
use crate::input::plain_reason;
use crate::pipeline::Job;
use crate::supervise::Shared;
use lariat_refine::{Maps, Relaxation};
use lariat_solver::{Logged, ProcessSolver, Relaxed, Solver, SolverError, Z3Options, Z3Solver};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a solver is started for; each has its own, and its own log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The search: the first, the second, … of the run.
    Search(u32, Relaxation),
    /// Estimating how many iterations loops need.
    Loops,
    /// Examining the paths that it finds.
    Path(u32),
    /// Finding values for the path that the search found.
    Replay,
}

/// More cells of maps than this take more time and memory than a theory of arrays does.
const MAX_CELLS: usize = 200_000;

/// Parameters that were measured to help the search (`docs/benchmarks.md`).
pub const TUNED: [(&str, &str); 1] = [("smt.arith.solver", "2")];

/// Starts the solver that the user wants.
pub fn start(job: &Job, purpose: Use, shared: &Shared) -> Result<Box<dyn Solver>, Failure> {
    let solver: Box<dyn Solver> = match &job.solver {
        Some(command) => {
            let solver = ProcessSolver::new(command).map_err(Failure::Solver)?;
            with_log(solver, job, purpose, "")?
        }
        None => {
            let maps_not_compared = shared.known().maps_not_compared;
            let mut options =
                Z3Options { seed: job.seed, maps_not_compared, ..Z3Options::default() };
            if let Use::Search(_, relaxation) = purpose {
                options.unknown_products = !relaxation.products;
                options.weak_maps = relaxation.maps == Maps::WhereRead;
                options.extra.extend(TUNED.map(|(name, value)| (name.into(), value.into())));
            }
            options.extra.extend(job.z3_options.iter().cloned());
            let header = options.script_header();
            with_log(Z3Solver::new(&options), job, purpose, &header)?
        }
    };
    shared.learn(|known| known.solver = Some(solver.name()));
    Ok(solver)
}

/// The same for callers that know no failures but those of solvers.
pub fn start_for(job: &Job, purpose: Use, shared: &Shared) -> Result<Box<dyn Solver>, SolverError> {
    start(job, purpose, shared).map_err(|failure| match failure {
        Failure::Solver(error) => error,
        other => SolverError::Start {
            command: job.solver.clone().unwrap_or_else(|| "z3".into()),
            reason: other.in_words(),
        },
    })
}

/// The solver for a search that is relaxed in this way. (A process is told everything.)
fn start_search(
    job: &Job,
    number: u32,
    relaxation: Relaxation,
    shared: &Shared,
) -> Result<Box<dyn Relaxed>, SolverError> {
    let solver = start_for(job, Use::Search(number, relaxation), shared)?;
    Ok(match job.solver {
        Some(_) => Box::new(solver),
        None => relaxation.wrap(solver, MAX_CELLS),
    })
}

fn with_log(
    solver: impl Solver + 'static,
    job: &Job,
    purpose: Use,
    header: &str,
) -> Result<Box<dyn Solver>, Failure> {
    let Some(file) = &job.log_smt else { return Ok(Box::new(solver)) };
    let path = log_path(Path::new(file), purpose);
    let sink = File::create(&path).map_err(|error| Failure::Output {
        file: path.display().to_string(),
        reason: plain_reason(&error),
    })?;
    Ok(Box::new(Logged::new(solver, Box::new(BufWriter::new(sink)), header)))
}

/// `q.smt2` for the search, `q.2.smt2` for the second, `q.path1.smt2` for the first path examined,
/// `q.replay.smt2` for the replay.
fn log_path(file: &Path, purpose: Use) -> PathBuf {
    let which = match purpose {
        Use::Search(1, _) => return file.to_owned(),
        Use::Search(number, _) => number.to_string(),
        Use::Loops => "loops".to_owned(),
        Use::Path(number) => format!("path{number}"),
        Use::Replay => "replay".to_owned(),
    };
    let ending = file.extension().map(|e| e.to_string_lossy().into_owned());
    file.with_extension(format!("{which}.{}", ending.as_deref().unwrap_or("smt2")))
}

/// The solvers of one run.
pub struct Solvers<'a> {
    job: &'a Job,
    shared: &'a Shared,
    searches: AtomicU32,
    paths: AtomicU32,
}

impl<'a> Solvers<'a> {
    /// None started yet.
    pub fn new(job: &'a Job, shared: &'a Shared) -> Self {
        Solvers { job, shared, searches: AtomicU32::new(0), paths: AtomicU32::new(0) }
    }
}

impl lariat_refine::Solvers for Solvers<'_> {
    fn for_search(&self, relaxation: Relaxation) -> Result<Box<dyn Relaxed>, SolverError> {
        let number = self.searches.fetch_add(1, Ordering::Relaxed) + 1;
        start_search(self.job, number, relaxation, self.shared)
    }

    fn for_helper(
        &self,
        thread: u32,
        relaxation: Relaxation,
    ) -> Result<Box<dyn Relaxed>, SolverError> {
        // A second attempt at the same part should differ from the first.
        let relaxation = if thread % 2 == 1 { Relaxation::EXACT } else { relaxation };
        let job = Job { seed: self.job.seed.wrapping_add(thread), ..self.job.clone() };
        let number = self.searches.fetch_add(1, Ordering::Relaxed) + 1;
        start_search(&job, number, relaxation, self.shared)
    }

    fn for_path(&self) -> Result<Box<dyn Solver>, SolverError> {
        let number = self.paths.fetch_add(1, Ordering::Relaxed) + 1;
        start_for(self.job, Use::Path(number), self.shared)
    }
}
