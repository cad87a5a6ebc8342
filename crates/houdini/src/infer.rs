//! The fixed point: start with all candidates, drop what fails, until nothing fails.

use crate::candidate::{Candidate, CandidateKind, Pool};
use crate::check::{Checker, InstrumentedChecks, Verdict};
use crate::instrument::{Instrumented, instrument};
use lariat_budget::{Budget, Share, Stop};
use lariat_logic::{IndexVec, Terms};
use lariat_passes::Prepared;
use lariat_program::{CallGraph, ProcId};
use lariat_solver::{Solver, SolverError};
use lariat_vc::Templates;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Makes solvers, one for each procedure.
pub type NewSolver<'a> = dyn FnMut() -> Result<Box<dyn Solver>, SolverError> + 'a;

/// Settings of an inference.
#[derive(Clone, Debug)]
pub struct Options {
    /// Time for one query; candidates in question when it is over are dropped.
    pub query_time: Duration,
    /// At most this many solvers are kept at once.
    pub solvers: usize,
    /// Called before each query: may sleep, so that others get the processor.
    pub pace: Pace,
}

/// What is called before each query.
#[derive(Clone, Default)]
pub struct Pace(Option<Arc<dyn Fn() + Send + Sync>>);

impl Pace {
    /// Calls this.
    pub fn new(before_query: impl Fn() + Send + Sync + 'static) -> Pace {
        Pace(Some(Arc::new(before_query)))
    }

    pub(crate) fn keep(&self) {
        if let Some(before_query) = &self.0 {
            before_query();
        }
    }
}

impl std::fmt::Debug for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Pace(..)" } else { "Pace" })
    }
}

impl Default for Options {
    fn default() -> Self {
        Options { query_time: Duration::from_secs(5), solvers: 32, pace: Pace::default() }
    }
}

/// Counters of an inference.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Candidates to start with.
    pub candidates: usize,
    /// Candidates that are left.
    pub kept: usize,
    /// Solver queries.
    pub queries: u64,
    /// Visits of procedures.
    pub visits: u64,
    /// Visits that ended in dropping everything in question, because the solver could not tell.
    pub unclear: u64,
    /// Time altogether.
    pub time: Duration,
    /// Time in the solvers.
    pub solver_time: Duration,
}

/// What an inference found.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// The candidates that are left: together they are inductive, so they hold in every execution
    /// of the entry that returns.
    pub kept: Vec<Candidate>,
    /// Whether they say that the entry never returns: the goal cannot be met.
    pub proved: bool,
    /// Why the inference ended early, if it did; `kept` is then smaller than it could be.
    pub stopped: Option<Stop>,
    /// Counters.
    pub stats: Stats,
}

/// Finds the largest inductive subset of the candidates. The program is left alone; see
/// [`inject`](crate::inject).
pub fn infer(
    prepared: &Prepared,
    candidates: Vec<Candidate>,
    new_solver: &mut NewSolver<'_>,
    options: &Options,
    budget: &Budget,
) -> Result<Inferred, SolverError> {
    let started = Instant::now();
    let pool = Pool::new(&prepared.program, prepared.entry, candidates);
    let stats = Stats { candidates: pool.candidates.len(), ..Stats::default() };
    let graph = CallGraph::new(&prepared.program);
    let instrumented = instrument(&prepared.program, &pool);
    let Instrumented { program, switch, checks } = instrumented;
    let mut houdini = Houdini {
        templates: Templates::new(program, prepared.entry),
        checks: InstrumentedChecks { switch: &switch, checks: &checks },
        pool,
        callers: callers(&graph),
        rank: ranks(&graph),
        graph: &graph,
        queue: BTreeSet::new(),
        checkers: FxHashMap::default(),
        new_solver,
        options,
        budget,
        stats,
    };
    let stopped = houdini.run()?;
    let Houdini { pool, mut stats, .. } = houdini;
    let kept: Vec<Candidate> = pool
        .candidates
        .iter()
        .zip(&pool.believed)
        .filter(|(_, believed)| **believed)
        .map(|(c, _)| c.clone())
        .collect();
    stats.kept = kept.len();
    stats.time = started.elapsed();
    let proved = kept.iter().any(|c| {
        c.procedure == prepared.entry && c.kind == CandidateKind::Post && c.formula == Terms::FALSE
    });
    Ok(Inferred { kept, proved, stopped, stats })
}

pub(crate) fn callers(graph: &CallGraph) -> IndexVec<ProcId, Vec<ProcId>> {
    let mut callers = IndexVec::from_vec(vec![Vec::new(); graph.callees.len()]);
    for (p, callees) in graph.callees.iter_enumerated() {
        for &q in callees {
            callers[q].push(p);
        }
    }
    callers
}

/// Positions in an order with callees before callers, as far as recursion lets them be.
pub(crate) fn ranks(graph: &CallGraph) -> IndexVec<ProcId, usize> {
    let mut rank = IndexVec::from_vec(vec![0; graph.callees.len()]);
    for (i, &p) in graph.components.iter().flatten().enumerate() {
        rank[p] = i;
    }
    rank
}

struct Houdini<'a> {
    templates: Templates,
    checks: InstrumentedChecks<'a>,
    pool: Pool,
    graph: &'a CallGraph,
    callers: IndexVec<ProcId, Vec<ProcId>>,
    rank: IndexVec<ProcId, usize>,
    /// Procedures to look at (again), callees first.
    queue: BTreeSet<(usize, ProcId)>,
    checkers: FxHashMap<ProcId, (u64, Checker)>,
    new_solver: &'a mut NewSolver<'a>,
    options: &'a Options,
    budget: &'a Budget,
    stats: Stats,
}

impl Houdini<'_> {
    /// Works the queue off. Says why if it had to give up on what was left in it.
    fn run(&mut self) -> Result<Option<Stop>, SolverError> {
        self.queue = self.rank.iter_enumerated().map(|(p, &rank)| (rank, p)).collect();
        let mut stopped = None;
        while let Some((_, p)) = self.queue.pop_first() {
            if !self.is_responsible(p) {
                continue;
            }
            if stopped.is_none() {
                stopped = self.budget.stopped();
            }
            self.stats.visits += 1;
            // Without a verdict there is no reason to believe anything that depends on it.
            if stopped.is_some() || !self.visit(p)? {
                self.give_up(p);
            }
        }
        Ok(stopped)
    }

    /// Whether a believed candidate is compared in this procedure.
    fn is_responsible(&self, p: ProcId) -> bool {
        let believes = |c: &_| self.pool.believes(*c);
        self.pool.posts[p].iter().any(believes)
            || self.graph.callees[p].iter().any(|&q| self.pool.pres[q].iter().any(believes))
    }

    /// Drops what fails in a procedure; `false` if the solver cannot tell.
    fn visit(&mut self, p: ProcId) -> Result<bool, SolverError> {
        self.make_checker(p)?;
        while self.is_responsible(p) {
            if self.budget.stopped().is_some() {
                return Ok(false);
            }
            self.options.pace.keep();
            let budget = self.budget.child(Share::time(self.options.query_time));
            let terms = &self.templates.program.terms;
            let Some((_, checker)) = self.checkers.get_mut(&p) else { return Ok(false) };
            let started = Instant::now();
            let verdict = checker.check(terms, &self.pool, &budget)?;
            self.stats.solver_time += started.elapsed();
            self.stats.queries += 1;
            match verdict {
                Verdict::Hold => return Ok(true),
                Verdict::Unclear => {
                    self.stats.unclear += 1;
                    return Ok(false);
                }
                Verdict::Fail(failing) => {
                    for c in failing {
                        self.pool.drop(c);
                        let candidate = &self.pool.candidates[c];
                        self.wake(candidate.procedure, candidate.kind, p);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Procedures that relied on a candidate of this one must be looked at again. The one that is
    /// being looked at asks again anyway.
    fn wake(&mut self, procedure: ProcId, kind: CandidateKind, current: ProcId) {
        match kind {
            CandidateKind::Pre if procedure != current => {
                self.queue.insert((self.rank[procedure], procedure));
            }
            CandidateKind::Pre => {}
            CandidateKind::Post => {
                for &caller in self.callers[procedure].iter().filter(|&&q| q != current) {
                    self.queue.insert((self.rank[caller], caller));
                }
            }
        }
    }

    /// Drops everything that this procedure is responsible for.
    fn give_up(&mut self, p: ProcId) {
        let posts = self.pool.posts[p].iter();
        let pres = self.graph.callees[p].iter().flat_map(|&q| &self.pool.pres[q]);
        let all: Vec<_> = posts.chain(pres).copied().collect();
        for c in all {
            if self.pool.drop(c) {
                let candidate = &self.pool.candidates[c];
                let (procedure, kind) = (candidate.procedure, candidate.kind);
                self.wake(procedure, kind, p);
            }
        }
    }

    fn make_checker(&mut self, p: ProcId) -> Result<(), SolverError> {
        let visit = self.stats.visits;
        if let Some((last, _)) = self.checkers.get_mut(&p) {
            *last = visit;
            return Ok(());
        }
        if self.checkers.len() >= self.options.solvers.max(1)
            && let Some(oldest) = self.checkers.iter().min_by_key(|(_, c)| c.0).map(|(&p, _)| p)
        {
            self.checkers.remove(&oldest);
        }
        let solver = (self.new_solver)()?;
        let checker = Checker::new(&mut self.templates, &self.checks, solver, p);
        self.checkers.insert(p, (visit, checker));
        Ok(())
    }
}
