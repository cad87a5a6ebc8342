//! Search strategies: which open call sites to look into next.
//!
//! `Stratified` is stratified inlining (Lal, Qadeer, Lahiri, *A solver for reachability modulo theories*, CAV 2012).
//! `Widening` is under-approximation widening guided by proofs, which is known from programs with threads: some interleavings
//! are blocked by assumptions, and those that the proof of unsatisfiability uses are given back. Here what is
//! blocked are calls. Two things differ. An assumption that the core names is not dropped but replaced by the callee's
//! formula, whose own calls are blocked in turn. And calls beyond the recursion bound stay blocked: a core that names only these ends the bound, and
//! one that names nothing is a proof for every bound. `Directed` takes only a part of each core, since what the first calls
//! turn out to do may make the others unnecessary.

use crate::instances::SiteId;
use crate::options::{Options, StrategyKind};
use crate::search::{Answer, Search};
use lariat_solver::{GaveUp, SolverError};

impl Options {
    /// A strategy at its start.
    pub(crate) fn start_strategy(&self) -> Box<dyn Strategy> {
        if self.summarise_beyond {
            return Box::new(Summarised);
        }
        match self.strategy {
            StrategyKind::Stratified => Box::new(Stratified),
            StrategyKind::Widening => Box::new(Widening),
            StrategyKind::Forward => Box::new(Directed { backward: false }),
            StrategyKind::Backward => Box::new(Directed { backward: true }),
            StrategyKind::Static => Box::new(Static),
        }
    }
}

/// What to do next.
pub(crate) enum Step {
    /// Look into these call sites (all within the bound) and go on.
    Instantiate(Vec<SiteId>),
    /// The last model is a path through instances only.
    Found {
        /// Whether the solver was sure.
        certain: bool,
    },
    /// There is no path within the bound; these call sites beyond it were needed to say so.
    NothingWithinBound(Vec<SiteId>),
    /// The solver gave up.
    GaveUp(GaveUp),
}

/// A strategy takes one step at a time: one or two queries, then a decision.
pub(crate) trait Strategy {
    fn step(&mut self, search: &mut Search<'_>) -> Result<Step, SolverError>;
}

/// Stratified inlining (Fig. 2 of the Corral paper, Fig. 8 and 9 of the overview): first ask whether
/// a path exists with all open calls blocked, then whether one exists with open calls summarised, and
/// look into the calls on that path.
pub(crate) struct Stratified;

impl Strategy for Stratified {
    fn step(&mut self, search: &mut Search<'_>) -> Result<Step, SolverError> {
        match search.query_under()? {
            Answer::Path { certain } => return Ok(Step::Found { certain }),
            Answer::GaveUp(reason) => return Ok(Step::GaveUp(reason)),
            Answer::Blocked(_) => {}
        }
        Ok(match search.query_over()? {
            Answer::Path { certain } => {
                let open = crate::path::open_sites_on_path(search)?;
                if open.is_empty() { Step::Found { certain } } else { Step::Instantiate(open) }
            }
            Answer::Blocked(core) => Step::NothingWithinBound(core),
            Answer::GaveUp(reason) => Step::GaveUp(reason),
        })
    }
}

/// Under-approximation widening: ask only with all open calls blocked, and look into the calls that
/// the proof of "no" depends on. They are the ones whose blocking matters.
pub(crate) struct Widening;

impl Strategy for Widening {
    fn step(&mut self, search: &mut Search<'_>) -> Result<Step, SolverError> {
        Ok(match search.query_under()? {
            Answer::Path { certain } => Step::Found { certain },
            Answer::Blocked(core) => {
                let (within, beyond): (Vec<SiteId>, Vec<SiteId>) =
                    core.into_iter().partition(|&s| search.within_bound(s));
                if within.is_empty() {
                    Step::NothingWithinBound(beyond)
                } else {
                    Step::Instantiate(within)
                }
            }
            Answer::GaveUp(reason) => Step::GaveUp(reason),
        })
    }
}

/// Widening for a proof: calls beyond the bound do what their summaries allow, so a core that names no call is a proof for
/// every bound. An execution with such calls need not be one of the program, so the search gives up then.
pub(crate) struct Summarised;

impl Strategy for Summarised {
    fn step(&mut self, search: &mut Search<'_>) -> Result<Step, SolverError> {
        Ok(match search.query_summarised()? {
            Answer::Blocked(core) if core.is_empty() => Step::NothingWithinBound(core),
            Answer::Blocked(core) => Step::Instantiate(core),
            Answer::Path { certain } => {
                let beyond = crate::path::open_sites_on_path(search)?;
                if beyond.is_empty() {
                    Step::Found { certain }
                } else {
                    Step::NothingWithinBound(beyond)
                }
            }
            Answer::GaveUp(reason) => Step::GaveUp(reason),
        })
    }
}

/// Widening from one end: of the calls that the proof depends on, only those are looked into that an execution makes
/// first, or, from the error backwards, last. What they turn out to do may make the others unnecessary.
pub(crate) struct Directed {
    pub(crate) backward: bool,
}

/// A core is looked into in about so many steps.
const STEPS_PER_CORE: usize = 3;

impl Strategy for Directed {
    fn step(&mut self, search: &mut Search<'_>) -> Result<Step, SolverError> {
        let mut sites = match Widening.step(search)? {
            Step::Instantiate(sites) => sites,
            other => return Ok(other),
        };
        sites.sort_by_cached_key(|&site| search.graph.place(site));
        if self.backward {
            sites.reverse();
        }
        sites.truncate(sites.len().div_ceil(STEPS_PER_CORE));
        Ok(Step::Instantiate(sites))
    }
}

/// Static inlining: everything within the bound, then one query.
pub(crate) struct Static;

impl Strategy for Static {
    fn step(&mut self, search: &mut Search<'_>) -> Result<Step, SolverError> {
        let open = search.open_within_bound();
        if !open.is_empty() {
            return Ok(Step::Instantiate(open));
        }
        Widening.step(search)
    }
}
