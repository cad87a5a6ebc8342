//! The loop: search the abstraction, examine the path found, track more variables, search again
//! (Fig. 1 of the Corral paper).
//!
//! Between rounds two things are kept. Tracking more only takes executions away, so a bound that was
//! searched without finding a path stays searched. And the call sites that the last search looked
//! into are looked into at once in the next.
//!
//! In the same way solvers leave out at first what is hard for them (`engines`).

use crate::abstraction::abstract_program;
use crate::algorithms::Refined;
use crate::engines::{Engine, engines};
use crate::prover::{Houdini, ProvedBy, Prover, Unbounded, summarise};
use crate::race::Race;
use crate::rule::{RuleProver, checks_a_rule, summarise_rule};
use crate::settings::{Options, Variables};
use crate::solvers::Solvers;
use crate::spurious::{Feasible, Spurious, examine};
use crate::watch::{Iteration, Observer, RefineStats, Stage};
use lariat_budget::{Budget, Share, Stop, spawn_scoped};
use lariat_houdini::{Pace, inject, without_refuted};
use lariat_logic::VarId;
use lariat_passes::{Goal, Prepared, prepare};
use lariat_program::{ProcId, Program};
use lariat_reach::{CallTree, Found, Outcome, Progress, SearchStats, Step};
use lariat_solver::SolverError;
use lariat_trace::ConcretiseError;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// From so many globals on, leaving them out is worth more than it costs: with fewer, interfaces
/// reduced by liveness are small as they are, and rounds cost more than they save (measured, see
/// `docs/benchmarks.md`).
const MIN_GLOBALS_TO_ABSTRACT: usize = 200;

/// A hint at a counterexample deeper than this is not followed.
const MAX_HINTED_DEPTH: u32 = 200;

/// Up to this bound there is no going from bound to bound: the smaller ones cost more than they save.
const MAX_BOUND_SEARCHED_AT_ONCE: u32 = 3;

/// What is asked: can an execution from the entry meet the goal?
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where executions start.
    pub entry: ProcId,
    /// What they are to do.
    pub goal: Goal,
}

/// What a search works with, and who watches it.
pub struct Means<'a> {
    /// Where solvers come from.
    pub solvers: &'a dyn Solvers,
    /// What it may use.
    pub budget: &'a Budget,
    /// Is told where the search is.
    pub progress: &'a (dyn Progress + Sync),
    /// Is told of rounds and programs.
    pub observer: &'a mut dyn Observer,
}

/// Searches for an execution that meets the goal. A path in the answer is feasible as far as the
/// solver can tell, and one of the program as given.
pub fn check(
    query: Query<'_>,
    options: &Options,
    means: Means<'_>,
) -> Result<(Outcome, RefineStats), ConcretiseError> {
    let Query { program, entry, goal } = query;
    let Means { solvers, budget, progress, observer } = means;
    let abstractable = abstractable(program, options.leave_out);
    let mut stats = RefineStats { variables: abstractable.len(), ..RefineStats::default() };
    let mut run = Loop {
        program,
        entry,
        goal,
        options,
        solvers,
        budget,
        progress,
        observer,
        tracked: options.tracked.intersection(&abstractable).copied().collect(),
        abstractable,
        engines: engines(program, options.exact, options.search.jobs),
        first_bound: first_bound(options),
        start_from: None,
        stats: &mut stats,
    };
    let outcome = run.run()?;
    let tracked = run.tracked;
    stats.tracked = names(program, &tracked);
    Ok((outcome, stats))
}

/// The first bound to search: a small bound that was asked for is searched at once.
fn first_bound(options: &Options) -> u32 {
    let bound = options.search.recursion_bound;
    if !options.deepen && bound <= MAX_BOUND_SEARCHED_AT_ONCE { bound } else { 1 }
}

fn abstractable(program: &Program, leave_out: Variables) -> FxHashSet<VarId> {
    let mut result: FxHashSet<VarId> = FxHashSet::default();
    let globals = match leave_out {
        Variables::Auto => program.globals.len() >= MIN_GLOBALS_TO_ABSTRACT,
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
    budget: &'a Budget,
    progress: &'a (dyn Progress + Sync),
    observer: &'a mut dyn Observer,
    abstractable: FxHashSet<VarId>,
    tracked: FxHashSet<VarId>,
    /// How searches are done.
    engines: Vec<Engine>,
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
            if let Some(stop) = self.budget.stopped() {
                return Ok(Outcome::Unknown(stop.into()));
            }
            self.observer.stage(Stage::Search);
            let started = Instant::now();
            let outcome = self.search(prepared)?;
            self.stats.iterations.push(Iteration {
                tracked: self.tracked.len(),
                prepare_time,
                search_time: started.elapsed(),
                refine_time: Duration::ZERO,
                checks: 0,
                added: Vec::new(),
            });
            let Outcome::Reachable(found) = outcome else { return Ok(outcome) };
            if self.tracks_all() {
                return Ok(Outcome::Reachable(found));
            }
            self.observer.stage(Stage::Refine);
            let started = Instant::now();
            let refined = self.refine(&found)?;
            let iteration = self.stats.iterations.last_mut().expect("a round is running");
            iteration.refine_time = started.elapsed();
            let Refined { add, checks } = match refined {
                Ok(refined) => refined,
                Err(feasible) => {
                    tracing::info!("a path was found, and it is one with all variables, too");
                    let certain = found.certain && feasible == Feasible::Yes;
                    return Ok(Outcome::Reachable(Found { certain, ..found }));
                }
            };
            if let Some(stop) = self.budget.stopped() {
                return Ok(Outcome::Unknown(stop.into()));
            }
            self.observer.spurious(self.program, &found.path, &self.abstractable, &self.tracked);
            iteration.checks = checks;
            iteration.added = names(self.program, &add.iter().copied().collect());
            tracing::info!(
                "a path was found at bound {} that values rule out; it takes {} to see that \
                 ({checks} checks)",
                found.bound,
                iteration.added.join(", "),
            );
            self.tracked.extend(add);
            self.go_on_from(found);
        }
    }

    /// The next search starts where this path was found.
    fn go_on_from(&mut self, found: Found) {
        if self.options.reuse {
            self.first_bound = found.bound;
            self.start_from = Some(found.call_tree);
        }
    }

    fn tracks_all(&self) -> bool {
        self.tracked.len() == self.abstractable.len()
    }

    fn prepare(&mut self) -> Prepared {
        let abstracted = (!self.tracks_all())
            .then(|| abstract_program(self.program, self.goal, &self.abstractable, &self.tracked));
        let program = abstracted.as_ref().unwrap_or(self.program);
        prepare(program, self.entry, self.goal, &mut |pass, p, e| self.observer.program(pass, p, e))
    }

    /// Searches, with the provers' help.
    fn search(&mut self, mut prepared: Prepared) -> Result<Outcome, SolverError> {
        let options = &self.options.prover;
        let first = options.houdini == Houdini::First;
        let rule = options.proposed.is_empty() && checks_a_rule(&prepared);
        if first && rule {
            let mut new_solver = || self.solvers.for_path();
            let inferred =
                summarise_rule(&mut prepared, &mut new_solver, Pace::default(), self.budget)?;
            options.kept.put(&prepared, &inferred);
            if inferred.proved {
                self.stats.proved_by = Some(ProvedBy::Houdini);
                return Ok(Outcome::Unreachable);
            }
            // Few facts go into the search: that these versions do not fail.
            without_refuted(&mut prepared, &inferred.kept);
        } else if first {
            let inferred = summarise(&mut prepared, &options.proposed, self.solvers, self.budget)?;
            options.kept.put(&prepared, &inferred);
            if inferred.proved {
                self.stats.proved_by = Some(ProvedBy::Houdini);
                return Ok(Outcome::Unreachable);
            }
            inject(&mut prepared.program, &inferred.kept);
        }
        let provers = (options.houdini == Houdini::Auto) || options.unbounded != Unbounded::Off;
        if !provers {
            let copy = self.options.deepen.then(|| prepared.clone());
            let outcome = self.search_with_rule(prepared, None)?;
            return match copy {
                Some(copy) => self.search_on(copy, outcome, None),
                None => Ok(outcome),
            };
        }
        let mut prover = Prover::new(prepared.clone(), options, self.solvers);
        if options.unbounded == Unbounded::Beside {
            return self.search_beside(prepared, prover);
        }
        let mut outcome = self.search_with_rule(prepared, Some(&mut prover))?;
        let Outcome::UnreachableWithinBound { bound, .. } = outcome else { return Ok(outcome) };
        let proved = prover.last_attempt(self.budget);
        if proved.is_some() {
            self.stats.proved_by = proved;
            return Ok(Outcome::Unreachable);
        }
        let depth = prover.depth.filter(|_| options.deeper);
        if let Some(depth) = depth.filter(|d| (bound + 1..=MAX_HINTED_DEPTH).contains(d)) {
            outcome = self.search_deeper(prover.prepared.clone(), bound, depth, outcome)?;
        }
        if self.options.deepen {
            outcome = self.search_on(prover.prepared.clone(), outcome, Some(&mut prover))?;
        }
        Ok(outcome)
    }

    /// Searches with a prover of the rule beside it, if the program checks one.
    fn search_with_rule(
        &mut self,
        prepared: Prepared,
        prover: Option<&mut Prover<'_>>,
    ) -> Result<Outcome, SolverError> {
        let search = self.search_options();
        let options = &self.options.prover;
        // Steps are not repeatable beside it, so `--exact` does without.
        let wanted = options.houdini == Houdini::Auto
            && !self.options.exact
            && self.options.search.part.is_none()
            && checks_a_rule(&prepared);
        if !wanted {
            return self.search_bounds(prepared, &search, self.budget, prover);
        }
        let rule = RuleProver {
            prepared: prepared.clone(),
            solvers: self.solvers,
            budget: self.budget.child(Share::ALL),
            jobs: self.options.search.jobs,
            last_chance: options.time,
            by_summaries: options.by_summaries,
            kept: &options.kept,
        };
        let of_search = self.budget.child(Share::ALL);
        let (outcome, proved) = rule.beside(
            &of_search,
            || self.search_bounds(prepared, &search, &of_search, prover),
            |result| matches!(result, Ok(Outcome::UnreachableWithinBound { .. })),
        );
        Ok(match outcome? {
            Outcome::UnreachableWithinBound { .. } | Outcome::Unknown(_) if proved.is_some() => {
                self.stats.proved_by = proved;
                Outcome::Unreachable
            }
            outcome => outcome,
        })
    }

    /// Goes deeper and deeper where the bound had no answer.
    fn search_on(
        &mut self,
        prepared: Prepared,
        within_bound: Outcome,
        prover: Option<&mut Prover<'_>>,
    ) -> Result<Outcome, SolverError> {
        let Outcome::UnreachableWithinBound { bound, .. } = within_bound else {
            return Ok(within_bound);
        };
        let search = lariat_reach::Options {
            first_bound: bound + 1,
            recursion_bound: u32::MAX,
            skip_bounds: true,
            ..self.options.search.clone()
        };
        Ok(match self.search_bounds(prepared, &search, self.budget, prover)? {
            // Nothing new, and nothing that takes back what was found out before.
            Outcome::Unknown(_) if self.budget.stopped().is_none() => within_bound,
            outcome => outcome,
        })
    }

    /// Settings of the next search: where the last one left off.
    fn search_options(&mut self) -> lariat_reach::Options {
        lariat_reach::Options {
            first_bound: self.first_bound,
            start_from: self.start_from.take(),
            ..self.options.search.clone()
        }
    }

    /// Searches bound after bound with all engines, with an attempt at a proof for every bound in between.
    fn search_bounds(
        &mut self,
        prepared: Prepared,
        options: &lariat_reach::Options,
        budget: &Budget,
        mut prover: Option<&mut Prover<'_>>,
    ) -> Result<Outcome, SolverError> {
        let mut proved = None;
        let (outcome, stats) = self.race(prepared, options, budget, &mut |budget| {
            proved = prover.as_mut().and_then(|prover| prover.attempt_between(budget));
            proved.is_none()
        })?;
        self.stats.search.add(&stats);
        if proved.is_some() {
            self.stats.proved_by = proved;
            return Ok(Outcome::Unreachable);
        }
        if matches!(outcome, Outcome::Unreachable) {
            self.stats.proved_by = Some(ProvedBy::Search);
        }
        Ok(outcome)
    }

    /// Searches with all engines; after each bound it is asked whether to go on.
    fn race(
        &self,
        prepared: Prepared,
        options: &lariat_reach::Options,
        budget: &Budget,
        goes_on: &mut dyn FnMut(&Budget) -> bool,
    ) -> Result<(Outcome, SearchStats), SolverError> {
        let (program, solvers) = (self.program, self.solvers);
        let (abstractable, tracked) = (&self.abstractable, &self.tracked);
        // As long as variables are left out, the path is examined with them later.
        let all = self.tracks_all();
        let is_real = move |found: &Found| {
            let path = &found.path;
            if !all {
                return Feasible::Yes;
            }
            Spurious::new(program, path, abstractable, tracked, solvers, budget)
                .and_then(|mut path| examine(&mut path))
                .unwrap_or(Feasible::Perhaps)
        };
        let race = Race::new(solvers, &is_real, self.progress, budget);
        std::thread::scope(|scope| {
            let mut engines = race.start(scope, &self.engines, prepared, options);
            let outcome = loop {
                match engines.next_bound()? {
                    Step::Bound { bound, hits, is_last } if !goes_on(&race.budget) || is_last => {
                        break Outcome::UnreachableWithinBound { bound, hits };
                    }
                    Step::Bound { .. } => {}
                    Step::Ended(outcome) => break outcome,
                }
            };
            Ok((outcome, engines.finish()))
        })
    }

    /// The Horn clause engine says that something happens at this depth: looks there.
    fn search_deeper(
        &mut self,
        prepared: Prepared,
        searched: u32,
        depth: u32,
        within_bound: Outcome,
    ) -> Result<Outcome, SolverError> {
        tracing::info!("the Horn clause engine hints at recursion depth {depth}: looking there");
        let search = lariat_reach::Options {
            first_bound: searched + 1,
            recursion_bound: depth,
            ..self.options.search.clone()
        };
        Ok(match self.search_bounds(prepared, &search, self.budget, None)? {
            // It was a hint; what was found out before stands.
            Outcome::Unknown(_) => within_bound,
            outcome => outcome,
        })
    }

    /// Searches while the provers run in another thread; the first answer ends both.
    fn search_beside(
        &mut self,
        prepared: Prepared,
        mut prover: Prover<'_>,
    ) -> Result<Outcome, SolverError> {
        let mut search = self.search_options();
        if self.options.deepen {
            (search.recursion_bound, search.skip_bounds) = (u32::MAX, true);
        }
        // One thread is the provers'.
        search.jobs = search.jobs.saturating_sub(1);
        let of_prover = self.budget.child(Share::ALL);
        let of_search = self.budget.child(Share::ALL);
        let (result, proved) = std::thread::scope(|scope| {
            let (of_prover, of_search) = (&of_prover, &of_search);
            let beside = spawn_scoped(scope, "provers", move || {
                let proved = prover.attempt_beside(of_prover);
                if proved.is_some() {
                    of_search.stop(Stop::NotNeeded);
                }
                proved
            });
            let result = self.race(prepared, &search, of_search, &mut |_| true);
            if !matches!(result, Ok((Outcome::UnreachableWithinBound { .. }, _))) {
                of_prover.stop(Stop::NotNeeded);
            }
            (result, beside.ok().and_then(|thread| thread.join().ok()).flatten())
        });
        let (outcome, stats) = result?;
        self.stats.search.add(&stats);
        Ok(match (outcome, proved) {
            (Outcome::Unreachable, _) => {
                self.stats.proved_by = Some(ProvedBy::Search);
                Outcome::Unreachable
            }
            (Outcome::UnreachableWithinBound { .. } | Outcome::Unknown(_), Some(_)) => {
                self.stats.proved_by = proved;
                Outcome::Unreachable
            }
            (outcome, _) => outcome,
        })
    }

    fn spurious(&self, found: &Found) -> Result<Spurious<'_>, ConcretiseError> {
        Spurious::new(
            self.program,
            &found.path,
            &self.abstractable,
            &self.tracked,
            self.solvers,
            self.budget,
        )
    }

    /// The variables that refute the path; an error if it is not refuted.
    fn refine(&mut self, found: &Found) -> Result<Result<Refined, Feasible>, ConcretiseError> {
        let mut spurious = self.spurious(found)?;
        // On a formula without parameters: for a real path it is much easier than the other.
        match examine(&mut spurious)? {
            Feasible::No => self.options.algorithm.get().refine(&mut spurious).map(Ok),
            feasible => Ok(Err(feasible)),
        }
    }
}
