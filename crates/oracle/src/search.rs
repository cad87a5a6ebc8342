//! The searches under test, each with its settings, and what they answer.

use crate::subject::Subject;
use lariat_budget::{Budget, Stop};
use lariat_passes::Goal;
use lariat_program::Frame;
use lariat_reach::{Options, Outcome, Progress, SearchStats, Snapshot, Splitting, StrategyKind};
use lariat_refine::{
    Algorithm, Houdini, Maps, Means, ProverOptions, Query, Relaxation, Solvers, Unbounded,
    Unobserved, Variables,
};
use lariat_solver::{Relaxed, Solver, SolverError, Z3Options, Z3Solver};
use lariat_trace::{ConcretiseError, Feasibility, Replay};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::Duration;

/// A search strategy with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The strategy.
    pub strategy: StrategyKind,
    /// Whether instances are shared.
    pub sharing: bool,
    /// Whether the error skeleton is instantiated first.
    pub error_skeleton: bool,
    /// What is left out until a path needs it, and how that is found.
    pub abstraction: Option<(Variables, Algorithm)>,
    /// When summaries are inferred.
    pub houdini: Houdini,
    /// When the unbounded engine runs.
    pub unbounded: Unbounded,
    /// Whether the search is split into parts from the start, for two threads.
    pub split: bool,
    /// Whether the solver hears of variables and maps only as far as paths need it.
    pub by_need: bool,
}

impl Config {
    const PLAIN: Config = Config {
        strategy: StrategyKind::Widening,
        sharing: true,
        error_skeleton: true,
        abstraction: None,
        houdini: Houdini::Off,
        unbounded: Unbounded::Off,
        split: false,
        by_need: false,
    };

    /// Plain searches; the first is the default.
    pub const SEARCHES: [Config; 7] = [
        Config::new(StrategyKind::Widening, true, true),
        Config::new(StrategyKind::Widening, false, true),
        Config::new(StrategyKind::Widening, true, false),
        Config::new(StrategyKind::Stratified, true, true),
        Config::new(StrategyKind::Stratified, false, false),
        Config::new(StrategyKind::Static, false, false),
        Config { split: true, ..Config::PLAIN },
    ];

    /// The outer loops around the search (abstraction and provers), and solvers that leave things out.
    pub const LOOPS: [Config; 11] = [
        Config::abstracted(Variables::Globals, Algorithm::Cores),
        Config::abstracted(Variables::Locals, Algorithm::Parametric),
        Config::proving(Houdini::First, Unbounded::Off),
        Config::proving(Houdini::Auto, Unbounded::After),
        Config {
            abstraction: Some((Variables::Globals, Algorithm::Cores)),
            ..Config::proving(Houdini::Auto, Unbounded::Beside)
        },
        Config { split: true, ..Config::abstracted(Variables::Globals, Algorithm::Cores) },
        Config { strategy: StrategyKind::Stratified, split: true, ..Config::PLAIN },
        Config { by_need: true, ..Config::PLAIN },
        Config { by_need: true, strategy: StrategyKind::Stratified, ..Config::PLAIN },
        Config { strategy: StrategyKind::Forward, ..Config::PLAIN },
        Config { strategy: StrategyKind::Backward, ..Config::PLAIN },
    ];

    /// All that must agree.
    pub fn all() -> impl Iterator<Item = Config> {
        Config::SEARCHES.into_iter().chain(Config::LOOPS)
    }

    const fn new(strategy: StrategyKind, sharing: bool, error_skeleton: bool) -> Config {
        Config { strategy, sharing, error_skeleton, ..Config::PLAIN }
    }

    fn prover(self) -> ProverOptions {
        ProverOptions {
            houdini: self.houdini,
            unbounded: self.unbounded,
            time: Some(Duration::from_secs(1)),
            deeper: true,
            ..ProverOptions::default()
        }
    }

    const fn proving(houdini: Houdini, unbounded: Unbounded) -> Config {
        let abstraction = Some((Variables::Nothing, Algorithm::Cores));
        Config { abstraction, houdini, unbounded, ..Config::PLAIN }
    }

    const fn abstracted(variables: Variables, algorithm: Algorithm) -> Config {
        Config { abstraction: Some((variables, algorithm)), ..Config::PLAIN }
    }

    fn options(self, bound: u32) -> Options {
        Options {
            recursion_bound: bound,
            strategy: self.strategy,
            sharing: self.sharing,
            error_skeleton: self.error_skeleton,
            jobs: if self.split { 2 } else { 1 },
            splitting: Splitting {
                after: Duration::ZERO,
                every: Duration::ZERO,
                at_once: 3,
                ..Splitting::default()
            },
            ..Options::default()
        }
    }
}

/// What a search says.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The goal can be reached, on this path, found at this bound.
    Reached(Box<Frame>, u32),
    /// It can be reached on this path, beyond the bound: an unbounded engine looks further.
    Deeper(Box<Frame>),
    /// Perhaps it can be reached on this path: quantifiers leave the solver unsure.
    Perhaps(Box<Frame>),
    /// It cannot.
    Never,
    /// It cannot within the bound.
    NotWithinBound,
    /// No answer.
    Unknown(String),
}

impl Answer {
    /// Whether the goal can be reached within the bound, if that is known.
    pub fn reached(&self) -> Option<bool> {
        match self {
            Answer::Reached(..) => Some(true),
            Answer::Never | Answer::NotWithinBound => Some(false),
            Answer::Deeper(_) | Answer::Perhaps(_) | Answer::Unknown(_) => None,
        }
    }

    /// In a few words.
    pub fn name(&self) -> String {
        match self {
            Answer::Reached(_, bound) => format!("reached (bound {bound})"),
            Answer::Deeper(_) => "reached beyond the bound".into(),
            Answer::Perhaps(_) => "perhaps reached".into(),
            Answer::Never => "never".into(),
            Answer::NotWithinBound => "not within bound".into(),
            Answer::Unknown(why) => format!("unknown ({why})"),
        }
    }
}

/// Stops searches that take too long for a test or make too many instances: unfolding everything
/// within the bound is exponential.
pub struct Patience {
    /// What a search may use.
    pub budget: Budget,
}

/// The most instances of a search.
const MAX_INSTANCES: u64 = 800;

impl Patience {
    /// From now on this long.
    pub fn new(limit: Duration) -> Self {
        Patience { budget: Budget::of_time(limit) }
    }
}

impl Progress for Patience {
    fn at(&self, snapshot: &Snapshot, _: &SearchStats) {
        if snapshot.instances > MAX_INSTANCES {
            self.budget.stop(Stop::MemoryLimit);
        }
    }
}

/// A new solver of the built-in kind.
pub fn z3() -> Box<dyn Solver> {
    Box::new(Z3Solver::new(&Z3Options { models_second: true, ..Z3Options::default() }))
}

/// New solvers of the built-in kind.
pub struct BuiltIn;

impl Solvers for BuiltIn {
    fn for_search(&self, relaxation: Relaxation) -> Result<Box<dyn Relaxed>, SolverError> {
        let options = Z3Options {
            unknown_products: !relaxation.products,
            weak_maps: relaxation.maps == Maps::WhereRead,
            models_second: relaxation.models,
            ..Z3Options::default()
        };
        let solver = Z3Solver::new(&options);
        Ok(relaxation.wrap(Box::new(solver), usize::MAX))
    }

    fn for_path(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Z3Solver::default()))
    }

    fn for_doubted_path(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(z3())
    }
}

/// Searches with a new built-in solver.
pub fn search(subject: &Subject, goal: Goal, bound: u32, config: Config) -> Answer {
    search_with(subject, goal, bound, config, z3())
}

/// Searches with this solver, which must be a new one.
pub fn search_with(
    subject: &Subject,
    goal: Goal,
    bound: u32,
    config: Config,
    solver: Box<dyn Solver>,
) -> Answer {
    let patience = Patience::new(Duration::from_secs(20));
    let (program, entry) = (&subject.program, subject.entry);
    let maps = if program.has_plain_maps() { Maps::ByCells } else { Maps::InFull };
    let relaxation = Relaxation { maps, products: true, variables: false, models: false };
    let relaxation = if config.by_need { relaxation } else { Relaxation::EXACT };
    let solver = relaxation.wrap(solver, usize::MAX);
    let outcome = match config.abstraction {
        None => {
            let prepared = lariat_passes::prepare(program, entry, goal, &mut |_, _, _| {});
            let options = config.options(bound);
            let (budget, new_solver) =
                (&patience.budget, Arc::new(|_| BuiltIn.for_search(Relaxation::EXACT)));
            lariat_reach::search_together(prepared, solver, &options, budget, &patience, new_solver)
                .map(|(outcome, _)| outcome)
                .map_err(ConcretiseError::from)
        }
        Some((leave_out, algorithm)) => {
            let options = lariat_refine::Options {
                search: config.options(bound),
                deepen: false,
                leave_out,
                tracked: FxHashSet::default(),
                algorithm,
                exact: false,
                reuse: true,
                prover: config.prover(),
            };
            let means = Means {
                solvers: &BuiltIn,
                budget: &patience.budget,
                progress: &patience,
                observer: &mut Unobserved,
            };
            let result = lariat_refine::check(Query { program, entry, goal }, &options, means);
            result.map(|(outcome, _)| outcome)
        }
    };
    match outcome {
        Err(error) => Answer::Unknown(format!("solver error: {error}")),
        Ok(Outcome::Reachable(found)) if !found.certain => Answer::Perhaps(Box::new(found.path)),
        Ok(Outcome::Reachable(found)) if found.bound > bound => {
            Answer::Deeper(Box::new(found.path))
        }
        Ok(Outcome::Reachable(found)) => Answer::Reached(Box::new(found.path), found.bound),
        Ok(Outcome::Unreachable) => Answer::Never,
        Ok(Outcome::UnreachableWithinBound { .. }) => Answer::NotWithinBound,
        Ok(Outcome::Unknown(why)) => Answer::Unknown(why.to_string()),
    }
}

/// Where a confirmed execution ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// The line of the failing assertion; none if the entry returns.
    pub line: Option<u32>,
    /// How many conditions had to be taken on trust.
    pub trusted: usize,
}

/// Finds values for a path in the program as lowered, and executes it.
pub fn confirm(subject: &Subject, goal: Goal, path: &Frame) -> Result<Confirmed, String> {
    let program = &subject.program;
    let axioms = lariat_vc::relevant_axioms(program);
    let mut solver = z3();
    let budget = Budget::seconds(20);
    let feasibility = lariat_trace::concretise(program, path, &axioms, &mut *solver, &budget)
        .map_err(|error| format!("the path cannot be made concrete: {error}"))?;
    let is_sure = matches!(feasibility, Feasibility::Feasible(_));
    let concrete = match feasibility {
        Feasibility::Feasible(concrete) => concrete,
        Feasibility::Infeasible(_) => return Err("the path has no values".into()),
        Feasibility::Unknown { candidate: Some(concrete), .. } => concrete,
        Feasibility::Unknown { why, candidate: None, .. } => {
            return Err(format!("the solver gave up on the path: {why}"));
        }
    };
    match lariat_trace::replay(program, path, &axioms, &concrete) {
        Replay::Confirmed { fails_at, unevaluated } => {
            if fails_at.is_some() != (goal == Goal::Failure) {
                return Err(format!("the replay ends otherwise: fails at {fails_at:?}"));
            }
            if !is_sure && !unevaluated.is_empty() {
                return Err(format!("{} conditions could not be checked", unevaluated.len()));
            }
            let command = fails_at.and_then(|at| at.command(program));
            let line = command.map(|c| program.infos[c.info].place.line);
            Ok(Confirmed { line, trusted: unevaluated.len() })
        }
        Replay::Refuted { at, why } => Err(format!("the replay goes another way at {at:?}: {why}")),
    }
}
