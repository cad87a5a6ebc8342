//! From bound to bound: a search is asked for one bound at a time, and its caller decides whether it goes
//! on to the next.

use crate::call_tree::call_tree;
use crate::options::{
    BoundHit, Found, Options, Outcome, Progress, SearchStats, StrategyKind, UnknownReason,
};
use crate::parallel::Worker;
use crate::path::read_path;
use crate::search::Search;
use crate::strategy::Step as StrategyStep;
use lariat_budget::{Budget, Stop};
use lariat_passes::Prepared;
use lariat_solver::{Relaxed, SolverError};
use std::sync::Arc;

/// Searches for a returning execution of the prepared program's entry, bound after bound.
pub fn search(
    prepared: Prepared,
    solver: Box<dyn Relaxed>,
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(Outcome, SearchStats), SolverError> {
    let mut search = Search::new(prepared, solver, Arc::new(options.clone()), budget, progress);
    let outcome = search.run()?;
    Ok((outcome, search.final_stats()))
}

/// What the search of one bound came to.
#[derive(Debug)]
pub enum Step {
    /// An answer; there is nothing left to search.
    Ended(Outcome),
    /// Nothing at this bound.
    Bound {
        /// The bound.
        bound: u32,
        /// What was cut off.
        hits: Vec<BoundHit>,
        /// Whether it is the last that was asked for.
        is_last: bool,
    },
}

impl Step {
    /// The outcome, if there is no bound left to search.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Step::Ended(outcome) => Some(outcome),
            Step::Bound { bound, hits, is_last: true } => {
                Some(Outcome::UnreachableWithinBound { bound, hits })
            }
            Step::Bound { .. } => None,
        }
    }
}

/// How the search at one bound ended.
pub(crate) enum Ended {
    Answer(Outcome),
    /// Nothing at this bound; this was cut off.
    Bound(Vec<BoundHit>),
    /// Others have shown that there is nothing here.
    NotNeeded,
}

impl Search<'_> {
    /// Searches all bounds that are left.
    pub fn run(&mut self) -> Result<Outcome, SolverError> {
        loop {
            if let Some(outcome) = self.next_bound()?.outcome() {
                return Ok(outcome);
            }
        }
    }

    /// Searches the next bound. (After the last there is no next: it is searched again.)
    pub fn next_bound(&mut self) -> Result<Step, SolverError> {
        if let Some(outcome) = self.enter_bound() {
            return Ok(Step::Ended(outcome));
        }
        let ended = self.search_at_bound(None)?;
        Ok(self.leave_bound(ended))
    }

    /// Goes to the next bound; an outcome if there is no way to begin.
    pub(crate) fn enter_bound(&mut self) -> Option<Outcome> {
        let last = self.options.recursion_bound.max(1);
        let bound = if self.has_begun() {
            let step = if self.options.skip_bounds { 1 + self.bound / 4 } else { 1 };
            self.bound.saturating_add(step).min(last)
        } else {
            self.begin();
            let part = self.options.part.clone();
            if let Some(part) = &part
                && (!self.fits_part || self.go_to(part).is_err())
            {
                return Some(Outcome::Unknown(UnknownReason::PartOfAnotherProgram));
            }
            let is_static = self.options.strategy == StrategyKind::Static;
            let first = if is_static { last } else { self.options.first_bound.clamp(1, last) };
            part.map_or(first, |p| p.bound.clamp(first, last))
        };
        self.bound = bound;
        self.stats.bound = bound;
        if self.options.error_skeleton {
            self.instantiate_errors();
        }
        if let Some(tree) = self.options.start_from.clone() {
            self.instantiate_tree(&tree);
        }
        None
    }

    /// What the end of a bound means.
    pub(crate) fn leave_bound(&self, ended: Ended) -> Step {
        match ended {
            Ended::Answer(outcome) => Step::Ended(outcome),
            Ended::NotNeeded => unreachable!("about parts only"),
            Ended::Bound(hits) => {
                self.progress.bound_searched(self.bound, &hits);
                let is_last = self.bound >= self.options.recursion_bound.max(1);
                Step::Bound { bound: self.bound, hits, is_last }
            }
        }
    }

    /// Searches at the current bound, within what was decided. With a worker, others search other
    /// parts at the same time.
    pub(crate) fn search_at_bound(
        &mut self,
        worker: Option<&Worker>,
    ) -> Result<Ended, SolverError> {
        let mut strategy = self.options.start_strategy();
        loop {
            self.report();
            if let Some(worker) = worker
                && worker.between_steps(self).is_not_needed()
            {
                return Ok(Ended::NotNeeded);
            }
            match self.budget.stopped() {
                // Another thread has the answer about this part.
                Some(Stop::NotNeeded) if worker.is_some() => return Ok(Ended::NotNeeded),
                Some(stop) => return Ok(Ended::Answer(Outcome::Unknown(stop.into()))),
                None => {}
            }
            match strategy.step(self)? {
                StrategyStep::Instantiate(sites) => self.instantiate_all(sites),
                StrategyStep::Found { certain } => {
                    let path = read_path(self)?;
                    return Ok(Ended::Answer(Outcome::Reachable(Found {
                        path,
                        bound: self.bound,
                        certain,
                        call_tree: Arc::new(call_tree(self)),
                    })));
                }
                StrategyStep::NothingWithinBound(beyond) => {
                    let beyond = self.needed_beyond(beyond)?;
                    return Ok(match beyond.is_empty() {
                        true => Ended::Answer(Outcome::Unreachable),
                        false => Ended::Bound(self.bound_hits(&beyond)),
                    });
                }
                StrategyStep::GaveUp(_) if worker.is_some_and(Worker::was_cancelled) => {
                    self.interrupted = true;
                    return Ok(Ended::NotNeeded);
                }
                StrategyStep::GaveUp(reason) => {
                    let stop = self.budget.stopped();
                    if worker.is_some() && stop == Some(Stop::NotNeeded) {
                        self.interrupted = true;
                        return Ok(Ended::NotNeeded);
                    }
                    let why = stop.map_or(UnknownReason::Solver(reason), UnknownReason::from);
                    return Ok(Ended::Answer(Outcome::Unknown(why)));
                }
            }
        }
    }
}
