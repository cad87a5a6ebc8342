//! The state of a search: a solver, the instances in it, and the two kinds of query.

use crate::decisions::{Decided, Link};
use crate::instances::{Families, Graph, NodeId, SiteId};
use crate::options::{BoundHit, Options, Progress, SearchStats, Snapshot};
use crate::part::fingerprint;
use lariat_budget::{Budget, Share};
use lariat_passes::Prepared;
use lariat_program::ProcId;
use lariat_solver::{Ast, GaveUp, Relaxed, SolverError};
use lariat_vc::{Instantiator, Templates, assert_axioms};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// At least so long, and a tenth of the time so far, may it take to find out whether a bound matters.
const MIN_TIME_TO_EXPLAIN_BOUND: Duration = Duration::from_millis(500);

/// A running search. It goes from bound to bound ([`Search::next_bound`]) and keeps everything that it
/// has found out in between, so its caller may do other things there.
pub struct Search<'a> {
    pub(crate) templates: Templates,
    pub(crate) instantiator: Instantiator,
    pub(crate) solver: Box<dyn Relaxed>,
    pub(crate) graph: Graph,
    pub(crate) families: Families,
    error_procedures: FxHashSet<ProcId>,
    entry: ProcId,
    goal: lariat_passes::Goal,
    pub(crate) options: Arc<Options>,
    /// Of the search, or of the part that it is about now.
    pub(crate) budget: Budget,
    pub(crate) progress: &'a dyn Progress,
    pub(crate) stats: SearchStats,
    /// Call sites in order of creation; those that are linked by now are dropped before a query.
    pub(crate) open: Vec<SiteId>,
    /// The bound being searched.
    pub(crate) bound: u32,
    /// Which call sites were looked into, in order, and what they enter.
    pub(crate) links: Vec<Link>,
    /// The part of all executions that is searched.
    pub(crate) decided: Decided,
    /// Whether a query was interrupted: after that Z3 may take incomplete reasoning for a model.
    pub(crate) interrupted: bool,
    /// Whether the part to be searched was made from this program.
    pub(crate) fits_part: bool,
}

/// What a query said.
pub(crate) enum Answer {
    /// There is a path (certain or not); the model is in the solver.
    Path { certain: bool },
    /// There is no path, and these open call sites were needed to say so.
    Blocked(Vec<SiteId>),
    /// The solver gave up.
    GaveUp(GaveUp),
}

impl<'a> Search<'a> {
    /// Nothing is searched yet.
    pub fn new(
        prepared: Prepared,
        solver: Box<dyn Relaxed>,
        options: Arc<Options>,
        budget: &Budget,
        progress: &'a dyn Progress,
    ) -> Self {
        let Prepared { program, entry, goal, modes } = prepared;
        let expected = options.part.as_ref().and_then(|p| p.program);
        let fits_part = expected.is_none_or(|f| f == fingerprint(&program));
        let families = Families::new(&program);
        let names: FxHashSet<&str> = modes.error_procedures.iter().map(String::as_str).collect();
        let error_procedures = program
            .procedures
            .iter_enumerated()
            .filter(|(_, p)| names.contains(p.name.as_str()))
            .map(|(id, _)| id)
            .collect();
        let started = Instant::now();
        let templates = Templates::new(program, entry);
        let stats = SearchStats { template_time: started.elapsed(), ..SearchStats::default() };
        Search {
            templates,
            instantiator: Instantiator::new(),
            solver,
            graph: Graph::default(),
            families,
            error_procedures,
            entry,
            goal,
            options,
            budget: budget.clone(),
            progress,
            stats,
            open: Vec::new(),
            bound: 0,
            links: Vec::new(),
            decided: Decided::default(),
            interrupted: false,
            fits_part,
        }
    }

    /// Whether there is an instance yet.
    pub(crate) fn has_begun(&self) -> bool {
        !self.graph.nodes.is_empty()
    }

    /// The instance that everything starts with.
    pub(crate) fn begin(&mut self) {
        assert_axioms(&mut self.templates.program, &mut self.instantiator, &mut *self.solver);
        let context = self.families.enter(&Vec::new(), self.entry).0;
        let root = self.make_instance(self.entry, context, 0);
        let guard = self.graph.nodes[root.index()].instance.guard;
        self.solver.assert(guard);
    }

    pub(crate) fn report(&self) {
        let snapshot = Snapshot {
            bound: self.bound,
            open: self.open.len(),
            instances: self.stats.instances,
            queries: self.stats.under_queries + self.stats.over_queries,
        };
        self.progress.at(&snapshot, &self.stats);
    }

    /// The counters of the whole search.
    pub fn final_stats(mut self) -> SearchStats {
        self.stats.templates = self.templates.count() as u64;
        self.stats.template_nodes = self.instantiator.nodes;
        self.stats.left_out = self.solver.statistics().left_out;
        self.stats
    }

    pub(crate) fn bound_hits(&self, sites: &[SiteId]) -> Vec<BoundHit> {
        let mut hits: Vec<BoundHit> = Vec::new();
        for &s in sites {
            let callee = self.graph.sites[s.index()].callee;
            let hit =
                BoundHit { procedure: self.families.of(callee), bound: self.bound_of(callee) };
            if !hits.contains(&hit) {
                hits.push(hit);
            }
        }
        hits
    }

    pub(crate) fn bound_of(&self, p: ProcId) -> u32 {
        self.templates.program.procedures[p].recursion_bound(self.bound)
    }

    /// Whether entering the site keeps the recursion within the bound.
    pub(crate) fn within_bound(&self, site: SiteId) -> bool {
        let site = &self.graph.sites[site.index()];
        let depth = self.graph.nodes[site.node.index()].depth;
        site.cost <= self.bound_of(site.callee)
            && self.options.stack_depth.is_none_or(|most| depth < most)
    }

    /// Open call sites within the bound.
    pub(crate) fn open_within_bound(&mut self) -> Vec<SiteId> {
        self.drop_linked();
        let open = self.open.iter().copied();
        open.filter(|&s| self.within_bound(s) && !self.decided.blocks(s)).collect()
    }

    fn drop_linked(&mut self) {
        self.open.retain(|s| self.graph.sites[s.index()].target.is_none());
    }

    pub(crate) fn root(&self) -> NodeId {
        NodeId(0)
    }

    pub(crate) fn goal(&self) -> lariat_passes::Goal {
        self.goal
    }

    pub(crate) fn is_error_procedure(&self, p: ProcId) -> bool {
        self.error_procedures.contains(&p)
    }

    // ---- queries --------------------------------------------------------------------------------

    /// Is there a path through instances only? Blocks every open call site.
    pub(crate) fn query_under(&mut self) -> Result<Answer, SolverError> {
        self.drop_linked();
        let all: Vec<SiteId> = self.open.clone();
        let (answer, time) = self.query(&all, None)?;
        self.stats.under_queries += 1;
        self.stats.under_time += time;
        Ok(answer)
    }

    /// Is there a path if open calls within the bound may do anything that their summaries allow?
    pub(crate) fn query_over(&mut self) -> Result<Answer, SolverError> {
        self.drop_linked();
        let open = self.open.iter().copied();
        let beyond: Vec<SiteId> = open.filter(|&s| !self.within_bound(s)).collect();
        let (answer, time) = self.query(&beyond, None)?;
        self.stats.over_queries += 1;
        self.stats.over_time += time;
        Ok(answer)
    }

    /// Is there a path if open calls beyond the bound may do anything that their summaries allow, and those within it are not
    /// made?
    pub(crate) fn query_summarised(&mut self) -> Result<Answer, SolverError> {
        self.drop_linked();
        let open = self.open.iter().copied();
        let within: Vec<SiteId> = open.filter(|&s| self.within_bound(s)).collect();
        let (answer, time) = self.query(&within, None)?;
        self.stats.over_queries += 1;
        self.stats.over_time += time;
        Ok(answer)
    }

    /// Call sites beyond the bound on which it depends that there is nothing. A core blames them if that is the easiest
    /// reason, even where other reasons would do, and more so if the solver leaves things out. So it is asked here whether
    /// one can come to them at all. Where a loop ends by itself, that is a proof.
    pub(crate) fn needed_beyond(
        &mut self,
        beyond: Vec<SiteId>,
    ) -> Result<Vec<SiteId>, SolverError> {
        // In a part, the decisions in the core that led here are what tells which other parts are done.
        if beyond.is_empty() || !self.decided.all().is_empty() || self.options.summarise_beyond {
            return Ok(beyond);
        }
        let at_most = MIN_TIME_TO_EXPLAIN_BOUND + self.stats.solver_time / 10;
        let mut free: FxHashSet<SiteId> = beyond.iter().copied().collect();
        loop {
            let open = self.open.iter().copied();
            let blocked: Vec<SiteId> = open.filter(|s| !free.contains(s)).collect();
            let (answer, time) = self.query(&blocked, Some(at_most))?;
            self.stats.over_queries += 1;
            self.stats.over_time += time;
            match answer {
                Answer::Blocked(core) if core.is_empty() => return Ok(core),
                Answer::Blocked(core) if !core.iter().any(|&s| self.within_bound(s)) => {
                    free.extend(core);
                }
                _ => return Ok(beyond),
            }
        }
    }

    /// Asks with these call sites blocked, within what was decided.
    fn query(
        &mut self,
        blocked: &[SiteId],
        at_most: Option<Duration>,
    ) -> Result<(Answer, Duration), SolverError> {
        let undecided = blocked.iter().filter(|&&s| !self.decided.blocks(s));
        let mut assumptions: Vec<Ast> =
            undecided.map(|s| self.graph.sites[s.index()].blocked).collect();
        assumptions.extend(self.decided.assumptions());
        let assumptions = assumptions.as_slice();
        let started = Instant::now();
        let budget = self.budget.child(Share { time: at_most, ..Share::ALL });
        let outcome = loop {
            let outcome = self.solver.check(assumptions, &budget)?;
            if !outcome.has_model()
                || !self.solver.add_violated_lemmas(&self.templates.program.terms)?
            {
                break outcome;
            }
        };
        let elapsed = started.elapsed();
        self.stats.solver_time += elapsed;
        if elapsed > self.stats.longest_query {
            self.stats.longest_query = elapsed;
            self.stats.longest_query_instances = self.stats.instances;
            self.stats.longest_query_blocked = assumptions.len() as u64;
        }
        tracing::debug!(
            "query {}: {outcome:?} in {elapsed:.3?}, {} assumptions, {} instances",
            self.stats.under_queries + self.stats.over_queries + 1,
            assumptions.len(),
            self.stats.instances
        );
        let answer = match &outcome {
            lariat_solver::Outcome::Unsat => {
                let mut core = self.solver.unsat_core();
                self.decided.take_from(&mut core);
                Answer::Blocked(core.iter().map(|a| self.graph.site_of[a]).collect())
            }
            lariat_solver::Outcome::Unknown(reason) if !outcome.has_model() => {
                Answer::GaveUp(reason.clone())
            }
            lariat_solver::Outcome::Sat => Answer::Path { certain: true },
            lariat_solver::Outcome::Unknown(_) => Answer::Path { certain: false },
        };
        let count = match answer {
            Answer::Path { .. } => &mut self.stats.queries_sat,
            Answer::Blocked(_) => &mut self.stats.queries_unsat,
            Answer::GaveUp(_) => &mut self.stats.queries_unknown,
        };
        *count += 1;
        Ok((answer, elapsed))
    }

    /// Truth values of Booleans in the model of the last query.
    pub(crate) fn truths(&mut self, formulas: &[Ast]) -> Result<Vec<bool>, SolverError> {
        self.solver.truths(&self.templates.program.terms, formulas)
    }
}
