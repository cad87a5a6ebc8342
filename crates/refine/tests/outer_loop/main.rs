//! The outer loops on small programs: abstraction of variables, refinement, relaxations of the solver,
//! provers.

mod abstraction;
mod programs;
mod provers;
mod refinement;

use lariat_budget::Budget;
use lariat_lower::LowerOptions;
use lariat_passes::Goal;
use lariat_program::{Frame, ProcId, Program};
use lariat_reach::{Outcome, Silent};
use lariat_refine::{Algorithm, Houdini, Means, Query, Unbounded, Variables};
use lariat_refine::{Maps, Options, ProverOptions, RefineStats, Relaxation, Solvers, Unobserved};
use lariat_solver::{Relaxed, Solver, SolverError, Z3Options, Z3Solver};
use lariat_trace::{Feasibility, Replay};
use rustc_hash::FxHashSet;

fn lower(text: &str) -> (Program, ProcId) {
    let options = LowerOptions::default();
    let (lowered, main) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    (lowered.program, main)
}

/// Z3, as relaxed as it is asked to be.
struct BuiltIn;

impl Solvers for BuiltIn {
    fn for_search(&self, relaxation: Relaxation) -> Result<Box<dyn Relaxed>, SolverError> {
        let options = Z3Options {
            unknown_products: !relaxation.products,
            weak_maps: relaxation.maps == Maps::WhereRead,
            ..Z3Options::default()
        };
        Ok(relaxation.wrap(Box::new(Z3Solver::new(&options)), usize::MAX))
    }

    fn for_path(&self) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Z3Solver::new(&Z3Options::default())))
    }
}

/// A plain check at this bound: everything tracked, no provers.
fn plain(bound: u32) -> Options {
    Options {
        search: lariat_reach::Options { recursion_bound: bound, ..Default::default() },
        deepen: false,
        leave_out: Variables::Nothing,
        tracked: FxHashSet::default(),
        algorithm: Algorithm::Cores,
        exact: false,
        reuse: true,
        prover: ProverOptions {
            houdini: Houdini::Off,
            unbounded: Unbounded::Off,
            ..ProverOptions::default()
        },
    }
}

/// Runs the loop: the only place here that knows how a search is run.
fn check(text: &str, goal: Goal, options: &Options) -> (String, RefineStats) {
    let (program, main) = lower(text);
    let query = Query { program: &program, entry: main, goal };
    let means = Means {
        solvers: &BuiltIn,
        budget: &Budget::unlimited(),
        progress: &Silent,
        observer: &mut Unobserved,
    };
    let (outcome, stats) = lariat_refine::check(query, options, means).expect("no solver error");
    let verdict = match outcome {
        Outcome::Reachable(found) => {
            replay(&program, goal, &found.path);
            format!("reached at {}", found.bound)
        }
        Outcome::Unreachable => "never".into(),
        Outcome::UnreachableWithinBound { bound, .. } => format!("none within {bound}"),
        Outcome::Unknown(why) => format!("unknown: {why}"),
    };
    (verdict, stats)
}

/// The path is one of the program: relaxed searches may only be nearly sure of it.
fn replay(program: &Program, goal: Goal, path: &Frame) {
    let axioms: Vec<_> = program.axioms.iter().map(|a| a.formula).collect();
    let mut solver = BuiltIn.for_path().expect("a solver");
    let limits = &Budget::unlimited();
    let found = lariat_trace::concretise(program, path, &axioms, &mut *solver, limits);
    let Feasibility::Feasible(concrete) = found.expect("a path of the program") else {
        panic!("the path is not feasible: {path:?}")
    };
    match lariat_trace::replay(program, path, &axioms, &concrete) {
        Replay::Confirmed { fails_at, .. } => {
            assert_eq!(fails_at.is_some(), goal == Goal::Failure);
        }
        Replay::Refuted { at, why } => panic!("refuted at {at:?}: {why}"),
    }
}
