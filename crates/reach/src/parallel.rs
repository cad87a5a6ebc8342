//! One search by several threads, each with a solver of its own.
//!
//! The first thread searches as it would alone. When that takes longer than [`Splitting::after`], other
//! threads ask for work. A thread that has a part and is between two steps decides a call site (see
//! [`crate::decisions`] for what that means and why nothing is lost): it goes on with the executions
//! that do not pass the site and leaves those that do to the thread that asked, together with the graph of
//! instances that it has built. If all threads are inside a query, or no site is worth deciding, the
//! idle thread tries the longest part a second time, with another seed, or with what its solver has
//! learned from a part that this one was split off. (To interrupt long queries and split then was worse:
//! Z3 starts them over, and may then be unsure about quantifiers.)
//!
//! A part that ends with "no path" tells which decisions that depends on; parts of other threads that
//! have all of these are cancelled. A bound is done when every part is; what was cut off in any of them
//! was cut off in the whole. The first thread then goes on to the next bound with the solver it has at
//! that time and without decisions, and takes up what the others have looked into.

mod choose;
mod pool;

pub(crate) use pool::Worker;

use crate::bounds::{Ended, Step};
use crate::call_tree::call_tree;
use crate::options::{BoundHit, Options, Outcome, Progress, SearchStats, Silent, UnknownReason};
use crate::part::Part;
use crate::search::Search;
use lariat_budget::{Budget, Share, Stop, spawn_scoped};
use lariat_passes::Prepared;
use lariat_solver::{Relaxed, SolverError};
use pool::{Next, Pool, Task, Verdict};
use std::sync::Arc;
use std::thread::{Scope, ScopedJoinHandle};

/// Makes a solver for thread 0, 1, 2, …; called in that thread.
pub type NewSolver<'s> =
    Arc<dyn Fn(u32) -> Result<Box<dyn Relaxed>, SolverError> + Send + Sync + 's>;

/// A thread takes a part if so much of the memory is free: it may need as much as the others.
const MEMORY_LEFT_TO_HELP: f64 = 0.5;
/// It gives it back when so much is in use.
const MEMORY_USED_BY_HELPERS: f64 = 0.8;

/// A search by [`Options::jobs`] threads, one bound at a time. The threads end with it.
pub struct TeamSearch<'s> {
    search: Search<'s>,
    team: Option<Team<'s>>,
}

/// The first thread's view of the others.
struct Team<'s> {
    own: Worker,
    common: Arc<Common<'s>>,
    helpers: Vec<ScopedJoinHandle<'s, ()>>,
}

/// What all threads need.
struct Common<'s> {
    pool: Arc<Pool>,
    prepared: Prepared,
    options: Arc<Options>,
    budget: Budget,
    new_solver: NewSolver<'s>,
}

/// Searches with [`Options::jobs`] threads; `solver` is for the first.
pub fn search_together(
    prepared: Prepared,
    solver: Box<dyn Relaxed>,
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
    new_solver: NewSolver<'_>,
) -> Result<(Outcome, SearchStats), SolverError> {
    std::thread::scope(|scope| {
        let mut search =
            TeamSearch::start(scope, prepared, solver, options, budget, progress, new_solver);
        loop {
            if let Some(outcome) = search.next_bound()?.outcome() {
                return Ok((outcome, search.final_stats()));
            }
        }
    })
}

impl<'s> TeamSearch<'s> {
    /// Starts the threads; they wait until there is something to do for them.
    pub fn start(
        scope: &'s Scope<'s, '_>,
        prepared: Prepared,
        solver: Box<dyn Relaxed>,
        options: &Options,
        budget: &Budget,
        progress: &'s dyn Progress,
        new_solver: NewSolver<'s>,
    ) -> Self {
        let options = Arc::new(options.clone());
        let search = Search::new(prepared.clone(), solver, Arc::clone(&options), budget, progress);
        if options.jobs <= 1 {
            return TeamSearch { search, team: None };
        }
        let pool = Arc::new(Pool::new(&options, budget));
        let budget = budget.clone();
        let common = Common { pool: Arc::clone(&pool), prepared, options, budget, new_solver };
        let common = Arc::new(common);
        let mut helpers = Vec::new();
        for thread in 1..common.options.jobs {
            let common = Arc::clone(&common);
            match spawn_scoped(scope, "helper", move || help(&common, thread)) {
                Ok(helper) => helpers.push(helper),
                Err(error) => tracing::warn!(%error, "cannot start another thread"),
            }
        }
        TeamSearch { search, team: Some(Team { own: Worker { pool, thread: 0 }, common, helpers }) }
    }

    /// Searches the next bound.
    pub fn next_bound(&mut self) -> Result<Step, SolverError> {
        let Some(team) = &self.team else { return self.search.next_bound() };
        if let Some(outcome) = self.search.enter_bound() {
            return Ok(Step::Ended(outcome));
        }
        let ended = team.search_bound(&mut self.search)?;
        Ok(self.search.leave_bound(ended))
    }

    /// The counters of the whole search.
    pub fn final_stats(self) -> SearchStats {
        let TeamSearch { search, team } = self;
        let own = search.final_stats();
        let Some(team) = team else { return own };
        let mut stats = team.common.pool.stats();
        stats.add(&own);
        stats
    }
}

impl Drop for Team<'_> {
    fn drop(&mut self) {
        self.common.pool.close();
        for helper in self.helpers.drain(..) {
            // A thread that panicked holds no part any more: its answer is missed elsewhere.
            let _ = helper.join();
        }
    }
}

impl<'s> Team<'s> {
    /// The first thread searches a bound that it has entered, together with the others.
    fn search_bound(&self, search: &mut Search<'s>) -> Result<Ended, SolverError> {
        let Common { pool, options, budget, .. } = &*self.common;
        let given = options.part.as_ref().map_or(0, |p| p.decisions.len());
        if search.interrupted {
            // What Z3 says after that about quantifiers is not to be relied on.
            let part = search.part();
            self.replace(search, &part)?;
        }
        for tree in pool.take_trees() {
            search.instantiate_tree(&tree);
        }
        pool.open_bound(search);
        let mut ended = search.search_at_bound(Some(&self.own))?;
        loop {
            if let Ended::Answer(Outcome::Reachable(_)) = ended {
                return Ok(ended);
            }
            pool.end(0, verdict(&ended, search), call_tree(search));
            let task = match pool.next(0, &pool.budget) {
                Next::Work(task) => task,
                Next::Over | Next::Done => break,
            };
            if !turn_to(search, &task) {
                self.replace(search, &task.part)?;
            }
            pool.begin(0, search);
            ended = search.search_at_bound(Some(&self.own))?;
        }
        search.budget = budget.clone();
        search.forget_decisions(given.min(search.decided.all().len()));
        let (found, unknown, hits) = pool.summary();
        let stop = budget.stopped().map(UnknownReason::from);
        Ok(match (found, stop.or(unknown)) {
            (Some(found), _) => Ended::Answer(Outcome::Reachable(found)),
            (None, Some(why)) => Ended::Answer(Outcome::Unknown(why)),
            (None, None) if hits.is_empty() => Ended::Answer(Outcome::Unreachable),
            (None, None) => Ended::Bound(hits),
        })
    }

    /// Goes on with a part in a new solver. (A part that does not fit would be a mistake of ours; the new
    /// search is then one of more than the part.)
    fn replace(&self, search: &mut Search<'s>, part: &Part) -> Result<(), SolverError> {
        let fresh = self.common.new_search(0, search.progress)?;
        let old = std::mem::replace(search, fresh);
        self.common.pool.add_stats(&old.final_stats());
        search.begin();
        let _ = search.go_to(part);
        Ok(())
    }
}

impl Common<'_> {
    fn new_search<'p>(
        &self,
        thread: u32,
        progress: &'p dyn Progress,
    ) -> Result<Search<'p>, SolverError> {
        let solver = (self.new_solver)(thread)?;
        let options = Arc::clone(&self.options);
        Ok(Search::new(self.prepared.clone(), solver, options, &self.budget, progress))
    }

    /// A search of a part, in a new solver.
    fn start_at(&self, thread: usize, part: &Part) -> Option<Search<'static>> {
        let mut search = match self.new_search(thread as u32, &Silent) {
            Ok(search) => search,
            Err(error) => {
                tracing::warn!(%error, "no solver for another thread");
                return None;
            }
        };
        search.begin();
        match search.go_to(part) {
            Ok(()) => Some(search),
            Err(_) => {
                tracing::warn!("a part does not fit the program it was made from");
                None
            }
        }
    }
}

/// What the end of a part means for all.
fn verdict(ended: &Ended, search: &Search<'_>) -> Verdict {
    let nothing = |hits: &[BoundHit]| Verdict::Nothing(search.decided.used().to_vec(), hits.into());
    match ended {
        Ended::Bound(hits) => nothing(hits),
        Ended::Answer(Outcome::Unreachable) => nothing(&[]),
        Ended::Answer(Outcome::UnreachableWithinBound { hits, .. }) => nothing(hits),
        Ended::Answer(Outcome::Reachable(found)) => Verdict::Found(found.clone()),
        Ended::Answer(Outcome::Unknown(why)) => Verdict::Unknown(why.clone()),
        Ended::NotNeeded => Verdict::NotNeeded,
    }
}

/// Every other thread.
fn help(common: &Common<'_>, thread: usize) {
    let pool = &common.pool;
    if !pool.is_time_to_help(&common.budget) {
        return;
    }
    let budget = pool.budget.child(Share::memory(MEMORY_USED_BY_HELPERS));
    let worker = Worker { pool: Arc::clone(pool), thread };
    let mut search: Option<Search<'_>> = None;
    while budget.memory_left() >= MEMORY_LEFT_TO_HELP {
        let Next::Work(task) = pool.next(thread, &budget) else { break };
        let went_on = match &mut search {
            Some(search) => turn_to(search, &task),
            None => false,
        };
        if !went_on {
            if let Some(old) = search.take() {
                pool.add_stats(&old.final_stats());
            }
            search = common.start_at(thread, &task.part);
        }
        let Some(search) = &mut search else {
            pool.end(thread, Verdict::GivenBack(task.part), Default::default());
            return;
        };
        pool.begin(thread, search);
        match search.search_at_bound(Some(&worker)) {
            Ok(Ended::Answer(Outcome::Unknown(_)))
                if budget.stopped() == Some(Stop::MemoryLimit)
                    && pool.budget.stopped().is_none() =>
            {
                tracing::info!("a thread gives its part back: there is little memory left");
                pool.end(thread, Verdict::GivenBack(Arc::new(search.part())), Default::default());
                break;
            }
            Ok(ended) => pool.end(thread, verdict(&ended, search), call_tree(search)),
            Err(error) => {
                tracing::warn!(%error, "a thread gives its part back");
                let part = Arc::new(search.part());
                pool.end(thread, Verdict::GivenBack(part), Default::default());
                break;
            }
        }
    }
    if let Some(search) = search {
        pool.add_stats(&search.final_stats());
    }
}

/// Goes on with the part in the solver at hand, if that fits.
fn turn_to(search: &mut Search<'_>, task: &Task) -> bool {
    search.turn_to(&task.part) || task.origin.as_ref().is_some_and(|o| search.turn_to(o))
}
