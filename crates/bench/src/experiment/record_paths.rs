//! The spurious paths that the refinement loop meets in a program.

use super::subjects::Subject;
use lariat_budget::Budget;
use lariat_logic::VarId;
use lariat_lower::{LowerOptions, load};
use lariat_passes::{Goal, Pass};
use lariat_process::output::plain_reason;
use lariat_program::{Frame, ProcId, Program};
use lariat_reach::Silent;
use lariat_refine::{
    Algorithm, Houdini, Means, Observer, Options, ProverOptions, Query, Solvers, Stage, Unbounded,
    Variables,
};
use lariat_solver::{Relaxed, Solver, SolverError, Z3Options, Z3Solver};
use lariat_verify::{DEFAULT_RECURSION_BOUND, TUNED};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A spurious counterexample: a path of the abstraction that is infeasible in the program.
pub struct Recorded {
    /// The path.
    pub path: Frame,
    /// What was tracked when it was found.
    pub tracked: FxHashSet<VarId>,
}

/// A program with its spurious paths.
pub struct PathsOf {
    /// The program as lowered.
    pub program: Program,
    /// What may be left out.
    pub abstractable: FxHashSet<VarId>,
    /// The paths in the order in which they were met.
    pub paths: Vec<Recorded>,
    /// The solvers with which they were met.
    pub solvers: Z3,
}

/// Runs the loop with the default algorithm and keeps the paths.
pub fn record(
    subject: &Subject,
    time: Duration,
    stop: &Arc<AtomicBool>,
) -> Result<PathsOf, String> {
    let path = &subject.instance.path;
    let text = std::fs::read_to_string(path).map_err(|e| plain_reason(&e))?;
    let (lowered, entry) = load(&path.to_string_lossy(), &text, &LowerOptions::default())?;
    let mut program = lowered.program;
    let returns = subject.args.windows(2).any(|w| w[0] == "--goal" && w[1] == "return");
    let goal = if returns { Goal::Return } else { Goal::Failure };
    let mut tracked = FxHashSet::default();
    if returns {
        tracked.extend(lariat_passes::error_flag(&mut program, entry));
    }
    let options = Options {
        search: lariat_reach::Options {
            recursion_bound: DEFAULT_RECURSION_BOUND,
            ..lariat_reach::Options::default()
        },
        deepen: false,
        leave_out: Variables::Globals,
        tracked,
        algorithm: Algorithm::default(),
        exact: true,
        reuse: true,
        prover: ProverOptions {
            houdini: Houdini::Off,
            unbounded: Unbounded::Off,
            ..ProverOptions::default()
        },
    };
    let mut recorder = Recorder::default();
    let budget = budget(time, stop);
    let solvers = Z3 { tuned: &TUNED };
    let query = Query { program: &program, entry, goal };
    let means =
        Means { solvers: &solvers, budget: &budget, progress: &Silent, observer: &mut recorder };
    lariat_refine::check(query, &options, means).map_err(|e| e.to_string())?;
    let abstractable = program.globals.iter().copied().collect();
    Ok(PathsOf { program, abstractable, paths: recorder.paths, solvers })
}

#[derive(Default)]
struct Recorder {
    paths: Vec<Recorded>,
}

impl Observer for Recorder {
    fn program(&mut self, _: Pass, _: &Program, _: ProcId) {}

    fn stage(&mut self, _: Stage) {}

    fn spurious(
        &mut self,
        _: &Program,
        path: &Frame,
        _: &FxHashSet<VarId>,
        tracked: &FxHashSet<VarId>,
    ) {
        self.paths.push(Recorded { path: path.clone(), tracked: tracked.clone() });
    }
}

/// Z3 in process, as `check` uses it.
pub struct Z3 {
    /// Parameters in searches.
    tuned: &'static [(&'static str, &'static str)],
}

impl Solvers for Z3 {
    fn for_search(&self, _: lariat_refine::Relaxation) -> Result<Box<dyn Relaxed>, SolverError> {
        let extra = self.tuned.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        let options = Z3Options { extra, ..Z3Options::default() };
        Ok(Box::new(Z3Solver::new(&options)))
    }

    fn for_path(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Z3Solver::new(&Z3Options::default())))
    }
}

/// So long from now, or until the user interrupts.
pub fn budget(time: Duration, interrupted: &Arc<AtomicBool>) -> Budget {
    Budget::new(lariat_budget::Limits {
        time: Some((Instant::now(), time)),
        interrupt: Some(Arc::clone(interrupted)),
        memory: None,
    })
}
