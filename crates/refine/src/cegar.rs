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
use crate::engines::Engines;
use crate::prover::{Between, Houdini, ProvedBy, Prover, Unbounded, run_beside, summarise};
use crate::race::{Finish, Race};
use crate::rule::{RuleProver, checks_a_rule, summarise_rule};
use crate::settings::{Options, Solvers, Variables};
use crate::spurious::{Feasible, Spurious, examine};
use crate::watch::{Iteration, Observer, RefineStats, Stage};
use lariat_houdini::{inject, without_refuted};
use lariat_logic::VarId;
use lariat_passes::{Goal, Prepared, prepare};
use lariat_program::{ProcId, Program};
use lariat_reach::{CallTree, Control, Found, Outcome, SearchStats};
use lariat_solver::SolverError;
use lariat_trace::ConcretiseError;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// From so many globals on, leaving them out is worth more than it costs: with fewer, interfaces
/// reduced by liveness are small as they are, and rounds cost more than they save (measured, see
/// `docs/benchmarks.md`).
const MANY: usize = 200;

/// A hint at a counterexample deeper than this is not followed.
const MAX_DEPTH: u32 = 200;

/// Up to this bound there is no going from bound to bound: the smaller ones cost more than they save.
const SMALL_BOUND: u32 = 3;

/// Searches for an execution that meets the goal. A path in the answer is feasible as far as the
/// solver can tell, and one of the program as given.
pub fn check(
    program: &Program,
    entry: ProcId,
    goal: Goal,
    options: &Options,
    solvers: &dyn Solvers,
    control: &(dyn Control + Sync),
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
        engines: Engines::for_program(program, options.exact),
        first_bound: first_bound(options),
        start_from: None,
        stats: &mut stats,
    };
    let outcome = run.run()?;
    let tracked = run.tracked;
    stats.tracked = names(program, &tracked);
    Ok((outcome, stats))
}

/// Where to begin. Whoever asks for a small bound is not interested in smaller ones.
fn first_bound(options: &Options) -> u32 {
    let bound = options.search.recursion_bound;
    if !options.deepen && bound <= SMALL_BOUND { bound } else { 1 }
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
    control: &'a (dyn Control + Sync),
    observer: &'a mut dyn Observer,
    abstractable: FxHashSet<VarId>,
    tracked: FxHashSet<VarId>,
    /// How searches are done.
    engines: Engines,
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
            if let Some(reason) = self.control.stop() {
                return Ok(Outcome::Unknown(reason));
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
        let cancelled = AtomicBool::new(false);
        let first = options.houdini == Houdini::First;
        let rule = options.proposed.is_empty() && checks_a_rule(&prepared);
        if first && rule {
            let mut new_solver = || self.solvers.for_path();
            let inferred = summarise_rule(&mut prepared, &mut new_solver, self.control)?;
            options.kept.put(&prepared, &inferred);
            if inferred.proved {
                self.stats.proved_by = Some(ProvedBy::Houdini);
                return Ok(Outcome::Unreachable);
            }
            // Few facts go into the search: that these versions do not fail.
            without_refuted(&mut prepared, &inferred.kept);
        } else if first {
            let inferred = summarise(&mut prepared, &options.proposed, self.solvers, self.control)?;
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
            let outcome = self.search_with(prepared, self.control)?;
            return match copy {
                Some(copy) => self.search_on(copy, outcome, self.control),
                None => Ok(outcome),
            };
        }
        let copy = prepared.clone();
        let prover = Prover::new(copy, options, self.solvers, self.control, &cancelled);
        if options.unbounded == Unbounded::Beside {
            return self.search_beside(prepared, prover);
        }
        let control = Between {
            inner: self.control,
            prover: RefCell::new(prover),
            proved: RefCell::new(None),
        };
        let mut outcome = self.search_with(prepared, &control)?;
        let Outcome::UnreachableWithinBound { bound, .. } = outcome else { return Ok(outcome) };
        let Between { prover, proved, .. } = &control;
        let mut already = proved.borrow_mut().take();
        if already.is_none() {
            already = prover.borrow_mut().last_attempt();
        }
        if already.is_some() {
            self.stats.proved_by = already;
            return Ok(Outcome::Unreachable);
        }
        let depth = prover.borrow().depth.filter(|_| options.deeper);
        if let Some(depth) = depth.filter(|d| (bound + 1..=MAX_DEPTH).contains(d)) {
            let copy = prover.borrow().prepared.clone();
            outcome = self.search_deeper(copy, bound, depth, outcome)?;
        }
        if self.options.deepen {
            let copy = prover.borrow().prepared.clone();
            outcome = self.search_on(copy, outcome, &control)?;
            if let Some(by) = control.proved.into_inner() {
                self.stats.proved_by = Some(by);
                return Ok(Outcome::Unreachable);
            }
        }
        Ok(outcome)
    }

    /// Goes deeper and deeper where the bound had no answer.
    fn search_on(
        &mut self,
        prepared: Prepared,
        within_bound: Outcome,
        control: &dyn Control,
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
        let (outcome, stats) =
            self.search_together(prepared, &search, control, &Finish::default())?;
        self.stats.search.add(&stats);
        Ok(match outcome {
            // Nothing new, and nothing that takes back what was found out before.
            Outcome::Unknown(_) if self.control.stop().is_none() => within_bound,
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

    fn search_with(
        &mut self,
        prepared: Prepared,
        control: &dyn Control,
    ) -> Result<Outcome, SolverError> {
        let search = self.search_options();
        let finish = Finish::default();
        let (result, proved) = match self.rule_prover(&prepared) {
            Some(prover) => prover.beside(
                &finish,
                || self.search_together(prepared, &search, control, &finish),
                |result| matches!(result, Ok((Outcome::UnreachableWithinBound { .. }, _))),
            ),
            None => (self.search_together(prepared, &search, control, &finish), false),
        };
        let (outcome, stats) = result?;
        self.stats.search.add(&stats);
        Ok(match outcome {
            Outcome::Unreachable => {
                self.stats.proved_by = Some(ProvedBy::Search);
                Outcome::Unreachable
            }
            Outcome::UnreachableWithinBound { .. } | Outcome::Unknown(_) if proved => {
                self.stats.proved_by = Some(ProvedBy::Houdini);
                Outcome::Unreachable
            }
            outcome => outcome,
        })
    }

    /// A prover to run beside the search, for a program that checks a rule. Steps are not repeatable
    /// with it, so there is none for whoever wants everything exact.
    fn rule_prover(&self, prepared: &Prepared) -> Option<RuleProver<'_>> {
        let options = &self.options.prover;
        let wanted = options.houdini == Houdini::Auto
            && !self.options.exact
            && self.options.search.part.is_none()
            && checks_a_rule(prepared);
        wanted.then(|| RuleProver {
            prepared: prepared.clone(),
            solvers: self.solvers,
            control: self.control,
            jobs: self.options.search.jobs,
            last_chance: options.time,
            kept: &options.kept,
        })
    }

    /// Searches with both engines.
    fn search_together(
        &self,
        prepared: Prepared,
        options: &lariat_reach::Options,
        control: &dyn Control,
        finish: &Finish,
    ) -> Result<(Outcome, SearchStats), SolverError> {
        let (program, solvers, listen) = (self.program, self.solvers, self.control);
        let (abstractable, tracked) = (&self.abstractable, &self.tracked);
        // As long as variables are left out, the path is examined with them later.
        let all = self.tracks_all();
        let is_real = move |found: &Found| {
            let path = &found.path;
            !all || Spurious::new(program, path, abstractable, tracked, solvers, listen)
                .and_then(|mut path| examine(&mut path))
                .map_or(true, |feasible| feasible != Feasible::No)
        };
        let race = Race { solvers, control: listen, is_real: &is_real };
        let engines =
            [&self.engines.first, &self.engines.second, &self.engines.third].map(Vec::as_slice);
        race.run(engines, prepared, options, control, finish)
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
        let (outcome, stats) =
            self.search_together(prepared, &search, self.control, &Finish::default())?;
        self.stats.search.add(&stats);
        Ok(match outcome {
            // It was a hint; what was found out before stands.
            Outcome::Unknown(_) => within_bound,
            outcome => outcome,
        })
    }

    /// Searches while the provers run in another thread; whoever is first has the answer.
    fn search_beside(
        &mut self,
        prepared: Prepared,
        prover: Prover<'_>,
    ) -> Result<Outcome, SolverError> {
        let mut search = self.search_options();
        if self.options.deepen {
            (search.recursion_bound, search.skip_bounds) = (u32::MAX, true);
        }
        // One thread is the provers'.
        search.jobs = search.jobs.saturating_sub(1);
        let finish = Finish::default();
        let cancelled = prover.cancelled;
        let (result, proved) = std::thread::scope(|scope| {
            let beside = scope.spawn(|| run_beside(prover, &finish));
            let result = self.search_together(prepared, &search, self.control, &finish);
            if !matches!(result, Ok((Outcome::UnreachableWithinBound { .. }, _))) {
                cancelled.store(true, Ordering::SeqCst);
            }
            (result, beside.join().unwrap_or(None))
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
            self.control,
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
