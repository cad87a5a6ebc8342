//! One search by several threads, each with a solver of its own.
//!
//! The first thread searches as it would alone. When that takes longer than [`Splitting::after`], other
//! threads ask for work. Whoever has a part and comes between two steps decides a call site (see
//! [`crate::decisions`] for what that means and why nothing is lost): it goes on with the executions
//! that do not pass the site and leaves those that do to the one who asked, together with the graph of
//! instances that it has come to. If nobody comes between two steps, or no site is worth deciding, the
//! one who asked tries the longest part a second time, with another seed, or with what its solver has
//! learned from a part that this one was split off. (To interrupt long queries and split then was worse:
//! Z3 starts them over, and may then be unsure about quantifiers.)
//!
//! A part that ends with "no path" tells which decisions that depends on; parts of other threads that
//! have all of these are cancelled. A bound is done when every part is; what was cut off in any of them
//! was cut off in the whole. The first thread then goes on to the next bound with the solver it has at
//! that time and without decisions, and takes up what the others have looked into.

mod choose;
mod pool;

pub(crate) use pool::Desk;

use crate::call_tree::call_tree;
use crate::decisions::Part;
use crate::options::{BoundHit, Control, Options, Outcome, SearchStats, Snapshot};
use crate::search::{Ended, Search};
use lariat_passes::Prepared;
use lariat_solver::{Solver, SolverError};
use pool::{Next, Pool, Share, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// When a search is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Splitting {
    /// Not before the search has taken this long: most are over by then.
    pub after: Duration,
    /// A part is worked on for this long before it is split.
    pub every: Duration,
    /// Who has nothing to do waits this long for a share before trying somebody else's part again.
    pub patience: Duration,
    /// So many decisions are made at once, whether somebody asks or not (for tests).
    pub at_once: usize,
}

impl Default for Splitting {
    fn default() -> Self {
        Splitting {
            after: Duration::from_secs(60),
            every: Duration::from_millis(500),
            patience: Duration::from_secs(12),
            at_once: 0,
        }
    }
}

/// What the other threads need.
#[derive(Clone, Copy)]
pub struct Team<'a> {
    /// A new solver for thread 1, 2, …; called in that thread.
    pub solver: &'a (dyn Fn(u32) -> Result<Box<dyn Solver>, SolverError> + Sync),
    /// When to stop.
    pub control: &'a (dyn Control + Sync),
}

/// A thread takes a part if so much of the memory is free: it may need as much as the others.
const ENOUGH: f64 = 0.5;
/// It gives it back if no more than this is free.
const TIGHT: f64 = 0.2;

/// The stack of a helping thread; only what is used costs memory.
const STACK: usize = 256 << 20;

/// Searches with [`Options::jobs`] threads; `solver` is for the first.
pub fn search_together(
    prepared: Prepared,
    solver: Box<dyn Solver>,
    options: &Options,
    control: &dyn Control,
    team: Team<'_>,
) -> Result<(Outcome, SearchStats), SolverError> {
    if options.jobs <= 1 {
        return crate::search::search(prepared, solver, options, control);
    }
    let given = options.part.as_ref().map_or(0, |p| p.decisions.len());
    let pool = Pool::new(options.jobs, given, options.splitting);
    std::thread::scope(|scope| {
        for thread in 1..options.jobs {
            let (pool, prepared) = (&pool, &prepared);
            let help = move || help(pool, thread, prepared, options, team);
            let builder = std::thread::Builder::new().name("helper".into()).stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, help) {
                tracing::warn!(%error, "cannot start another thread");
            }
        }
        let result = lead(&pool, &prepared, solver, options, control, team);
        pool.close();
        result
    })
}

/// The first thread.
fn lead(
    pool: &Pool,
    prepared: &Prepared,
    solver: Box<dyn Solver>,
    options: &Options,
    control: &dyn Control,
    team: Team<'_>,
) -> Result<(Outcome, SearchStats), SolverError> {
    let desk = Desk { pool, thread: 0 };
    let given = options.part.as_ref().map_or(0, |p| p.decisions.len());
    let mut search = Search::new(prepared.clone(), solver, options, control);
    let outcome = search.run(&mut |search| {
        if search.interrupted {
            // What Z3 says after that about quantifiers is not to be relied on.
            let solver = (team.solver)(0)?;
            let fresh = Search::new(prepared.clone(), solver, options, control);
            let part = search.part();
            replace(search, fresh, &part, pool);
        }
        for tree in pool.take_trees() {
            search.instantiate_tree(&tree);
        }
        search.desk = Some(&desk);
        pool.open_bound(search);
        let mut ended = search.search_at_bound()?;
        loop {
            if let Ended::Answer(Outcome::Reachable(_)) = ended {
                return Ok(ended);
            }
            pool.end(0, verdict(&ended, search), call_tree(search));
            let share = match pool.next(0, &|| control.stop().is_some()) {
                Next::Work(share) => share,
                Next::Over | Next::Done => break,
            };
            if !turn_to(search, &share) {
                let solver = (team.solver)(0)?;
                let fresh = Search::new(prepared.clone(), solver, options, control);
                replace(search, fresh, &share.part, pool);
                search.desk = Some(&desk);
            }
            pool.begin(0, search);
            ended = search.search_at_bound()?;
        }
        search.desk = None;
        search.forget_decisions(given.min(search.decided.all().len()));
        let (found, doubt, hits) = pool.summary();
        Ok(match (found, control.stop().or(doubt)) {
            (Some(found), _) => Ended::Answer(Outcome::Reachable(found)),
            (None, Some(doubt)) => Ended::Answer(Outcome::Unknown(doubt)),
            (None, None) if hits.is_empty() => Ended::Answer(Outcome::Unreachable),
            (None, None) => Ended::Bound(hits),
        })
    })?;
    pool.close();
    let mut stats = pool.stats();
    stats.add(&search.final_stats());
    Ok((outcome, stats))
}

/// Goes on with a part in a new solver. (A part that does not fit would be a mistake of ours; the new
/// search is then one of more than the part.)
fn replace<'a>(search: &mut Search<'a>, fresh: Search<'a>, part: &Part, pool: &Pool) {
    let old = std::mem::replace(search, fresh);
    pool.add_stats(&old.final_stats());
    search.begin();
    let _ = search.go_to(part);
}

/// What the end of a part means for all.
fn verdict(ended: &Ended, search: &Search<'_>) -> Verdict {
    let nothing = |hits: &[BoundHit]| Verdict::Nothing(search.decided.used().to_vec(), hits.into());
    match ended {
        Ended::Bound(hits) => nothing(hits),
        Ended::Answer(Outcome::Unreachable) => nothing(&[]),
        Ended::Answer(Outcome::UnreachableWithinBound { hits, .. }) => nothing(hits),
        Ended::Answer(Outcome::Reachable(found)) => Verdict::Found(found.clone()),
        Ended::Answer(Outcome::Unknown(why)) => Verdict::Doubt(why.clone()),
        Ended::NotNeeded => Verdict::NotNeeded,
    }
}

/// Every other thread.
fn help(pool: &Pool, thread: usize, prepared: &Prepared, options: &Options, team: Team<'_>) {
    let stop = || team.control.stop().is_some();
    if !pool.is_time_to_help(&stop) {
        return;
    }
    let control = Quiet(team.control);
    let desk = Desk { pool, thread };
    let mut search: Option<Search<'_>> = None;
    while team.control.memory_left() >= ENOUGH {
        let Next::Work(share) = pool.next(thread, &stop) else { break };
        let went_on = match &mut search {
            Some(search) => turn_to(search, &share),
            None => false,
        };
        if !went_on {
            if let Some(old) = search.take() {
                pool.add_stats(&old.final_stats());
            }
            search = start(prepared, thread, &share, options, &control, team);
        }
        let Some(search) = &mut search else {
            pool.end(thread, Verdict::GivenBack(share.part), Default::default());
            return;
        };
        search.desk = Some(&desk);
        pool.begin(thread, search);
        match search.search_at_bound() {
            Ok(Ended::Answer(Outcome::Unknown(_))) if control.is_tight() => {
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
fn turn_to(search: &mut Search<'_>, share: &Share) -> bool {
    search.turn_to(&share.part) || share.origin.as_ref().is_some_and(|o| search.turn_to(o))
}

/// A search of a part, in a new solver.
fn start<'a>(
    prepared: &Prepared,
    thread: usize,
    share: &Share,
    options: &'a Options,
    control: &'a dyn Control,
    team: Team<'_>,
) -> Option<Search<'a>> {
    let solver = match (team.solver)(thread as u32) {
        Ok(solver) => solver,
        Err(error) => {
            tracing::warn!(%error, "no solver for another thread");
            return None;
        }
    };
    let mut search = Search::new(prepared.clone(), solver, options, control);
    search.begin();
    match search.go_to(&share.part) {
        Ok(()) => Some(search),
        Err(_) => {
            tracing::warn!("a part does not fit the program it was made from");
            None
        }
    }
}

/// The control of a helping thread: it only listens.
struct Quiet<'a>(&'a (dyn Control + Sync));

impl Quiet<'_> {
    fn is_tight(&self) -> bool {
        self.0.memory_left() < TIGHT
    }
}

impl Control for Quiet<'_> {
    fn stop(&self) -> Option<String> {
        self.0.stop().or_else(|| self.is_tight().then(|| "little memory".to_owned()))
    }

    fn time_left(&self) -> Option<Duration> {
        self.0.time_left()
    }

    fn progress(&self, _: &Snapshot) {}
}
