//! The loop: search the abstraction, examine the path found, track more variables, search again
//! (Fig. 1 of the Corral paper).
//!
//! Between rounds two things are kept. Tracking more only takes executions away, so a bound that was
//! searched without finding a path stays searched. And the call sites that the last search looked
//! into are looked into at once in the next.

use crate::abstraction::abstract_program;
use crate::algorithms::{Algorithm, Refined};
use crate::spurious::{Feasible, Spurious, examine};
use lariat_logic::VarId;
use lariat_passes::{Goal, Pass, Prepared, prepare};
use lariat_program::{ProcId, Program};
use lariat_reach::{CallTree, Control, Found, Outcome, SearchStats};
use lariat_solver::{Solver, SolverError};
use lariat_trace::ConcretiseError;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where solvers come from.
pub trait Solvers {
    /// A new one for a search.
    fn for_search(&self) -> Result<Box<dyn Solver>, SolverError>;

    /// A new one for questions about one path.
    fn for_path(&self) -> Result<Box<dyn Solver>, SolverError>;
}

/// From so many globals on, leaving them out is worth more than it costs: with fewer, interfaces
/// reduced by liveness are small as they are, and rounds cost more than they save (measured, see
/// `docs/benchmarks.md`).
const MANY: usize = 200;

/// Which variables the abstraction may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variables {
    /// Globals if there are many, otherwise nothing.
    #[default]
    Auto,
    /// Globals, as in the paper.
    Globals,
    /// Globals, and the parameters and local variables of procedures.
    Locals,
    /// None: everything is tracked.
    Nothing,
}

/// Settings of the loop.
#[derive(Clone, Debug)]
pub struct Options {
    /// Settings of each search.
    pub search: lariat_reach::Options,
    /// What may be left out.
    pub leave_out: Variables,
    /// What is tracked from the start.
    pub tracked: FxHashSet<VarId>,
    /// How a minimal set is found.
    pub algorithm: Algorithm,
}

/// One round of the loop.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// Variables tracked.
    pub tracked: usize,
    /// Time for abstraction and passes.
    pub prepare_time: Duration,
    /// Time of the search.
    pub search_time: Duration,
    /// Time to examine the path and refine.
    pub refine_time: Duration,
    /// Questions asked to refine.
    pub checks: u64,
    /// Variables added.
    pub added: Vec<String>,
}

/// What the loop did.
#[derive(Clone, Debug, Default)]
pub struct RefineStats {
    /// The rounds.
    pub iterations: Vec<Iteration>,
    /// Names of the variables tracked in the end, in order of declaration.
    pub tracked: Vec<String>,
    /// How many variables there are to track.
    pub variables: usize,
    /// Counters of all searches together.
    pub search: SearchStats,
}

impl RefineStats {
    /// Time spent on abstraction and refinement.
    pub fn refine_time(&self) -> Duration {
        self.iterations.iter().map(|i| i.prepare_time + i.refine_time).sum()
    }

    /// Time spent searching.
    pub fn search_time(&self) -> Duration {
        self.iterations.iter().map(|i| i.search_time).sum()
    }

    /// Questions asked to refine.
    pub fn checks(&self) -> u64 {
        self.iterations.iter().map(|i| i.checks).sum()
    }
}

/// Whoever watches the loop: prints programs, shows phases.
pub trait Observer {
    /// The program after a pass.
    fn program(&mut self, pass: Pass, program: &Program, entry: ProcId);

    /// What is being done now.
    fn stage(&mut self, stage: Stage);
}

/// Nobody watches.
pub struct Unobserved;

impl Observer for Unobserved {
    fn program(&mut self, _: Pass, _: &Program, _: ProcId) {}

    fn stage(&mut self, _: Stage) {}
}

/// What the loop is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Abstracting and simplifying the program.
    Prepare,
    /// Searching.
    Search,
    /// Examining a path and refining.
    Refine,
}

/// Searches for an execution that meets the goal. A path in the answer is feasible as far as the
/// solver can tell, and one of the program as given.
pub fn check(
    program: &Program,
    entry: ProcId,
    goal: Goal,
    options: &Options,
    solvers: &dyn Solvers,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Result<(Outcome, RefineStats), ConcretiseError> {
    let abstractable = abstractable(program, options.leave_out);
    let mut stats = RefineStats { variables: abstractable.len(), ..RefineStats::default() };
    let mut run = Loop {
        program,
        entry,
        goal,
        options,
        solvers,
        control,
        observer,
        tracked: options.tracked.intersection(&abstractable).copied().collect(),
        abstractable,
        first_bound: 1,
        start_from: None,
        stats: &mut stats,
    };
    let outcome = run.run()?;
    let tracked = run.tracked;
    stats.tracked = names(program, &tracked);
    Ok((outcome, stats))
}

fn abstractable(program: &Program, leave_out: Variables) -> FxHashSet<VarId> {
    let mut result: FxHashSet<VarId> = FxHashSet::default();
    let globals = match leave_out {
        Variables::Auto => program.globals.len() >= MANY,
        Variables::Globals | Variables::Locals => true,
        Variables::Nothing => false,
    };
    if globals {
        result.extend(&program.globals);
    }
    if leave_out == Variables::Locals {
        for p in &program.procedures {
            result.extend(p.inputs.iter().chain(&p.outputs).chain(&p.locals));
        }
    }
    result
}

fn names(program: &Program, vars: &FxHashSet<VarId>) -> Vec<String> {
    let mut vars: Vec<VarId> = vars.iter().copied().collect();
    vars.sort();
    vars.into_iter().map(|v| program.terms.variable(v).name.clone()).collect()
}

struct Loop<'a> {
    program: &'a Program,
    entry: ProcId,
    goal: Goal,
    options: &'a Options,
    solvers: &'a dyn Solvers,
    control: &'a dyn Control,
    observer: &'a mut dyn Observer,
    abstractable: FxHashSet<VarId>,
    tracked: FxHashSet<VarId>,
    /// Smaller bounds have no path in any abstraction from here on.
    first_bound: u32,
    /// What the last search looked into.
    start_from: Option<Arc<CallTree>>,
    stats: &'a mut RefineStats,
}

impl Loop<'_> {
    fn run(&mut self) -> Result<Outcome, ConcretiseError> {
        loop {
            let number = self.stats.iterations.len() + 1;
            tracing::info!(
                "round {number}: tracking {} of {} variables",
                self.tracked.len(),
                self.abstractable.len()
            );
            let started = Instant::now();
            self.observer.stage(Stage::Prepare);
            let prepared = self.prepare();
            let prepare_time = started.elapsed();
            if let Some(reason) = self.control.stop() {
                return Ok(Outcome::Unknown(reason));
            }
            self.observer.stage(Stage::Search);
            let started = Instant::now();
            let search = lariat_reach::Options {
                first_bound: self.first_bound,
                start_from: self.start_from.take(),
                ..self.options.search.clone()
            };
            let solver = self.solvers.for_search()?;
            let (outcome, stats) = lariat_reach::search(prepared, solver, &search, self.control)?;
            self.stats.search.add(&stats);
            self.stats.iterations.push(Iteration {
                tracked: self.tracked.len(),
                prepare_time,
                search_time: started.elapsed(),
                refine_time: Duration::ZERO,
                checks: 0,
                added: Vec::new(),
            });
            let Outcome::Reachable(found) = outcome else { return Ok(outcome) };
            if self.tracked.len() == self.abstractable.len() {
                return Ok(Outcome::Reachable(found));
            }
            self.observer.stage(Stage::Refine);
            let started = Instant::now();
            let refined = self.refine(&found)?;
            let iteration = self.stats.iterations.last_mut().expect("a round is running");
            iteration.refine_time = started.elapsed();
            let Some(Refined { add, checks }) = refined else {
                tracing::info!("a path was found, and it is one with all variables, too");
                return Ok(Outcome::Reachable(found));
            };
            if let Some(reason) = self.control.stop() {
                return Ok(Outcome::Unknown(reason));
            }
            iteration.checks = checks;
            iteration.added = names(self.program, &add.iter().copied().collect());
            tracing::info!(
                "a path was found at bound {} that values rule out; it takes {} to see that \
                 ({checks} checks)",
                found.bound,
                iteration.added.join(", "),
            );
            self.tracked.extend(add);
            self.first_bound = found.bound;
            self.start_from = Some(found.call_tree);
        }
    }

    fn prepare(&mut self) -> Prepared {
        let all_tracked = self.tracked.len() == self.abstractable.len();
        let abstracted = (!all_tracked)
            .then(|| abstract_program(self.program, self.goal, &self.abstractable, &self.tracked));
        let program = abstracted.as_ref().unwrap_or(self.program);
        prepare(program, self.entry, self.goal, &mut |pass, p, e| self.observer.program(pass, p, e))
    }

    /// The variables that refute the path; none if it cannot be refuted.
    fn refine(&mut self, found: &Found) -> Result<Option<Refined>, ConcretiseError> {
        let mut spurious = Spurious::new(
            self.program,
            &found.path,
            &self.abstractable,
            &self.tracked,
            self.solvers,
            self.control,
        )?;
        if self.options.algorithm == Algorithm::Cores {
            return crate::algorithms::Cores.examine_and_refine(&mut spurious);
        }
        match examine(&mut spurious)? {
            Feasible::Perhaps => Ok(None),
            Feasible::No => self.options.algorithm.get().refine(&mut spurious).map(Some),
        }
    }
}
