//! The search: a solver, the instances in it, and the two kinds of query.

use crate::call_tree::call_tree;
use crate::decisions::{Decided, Link};
use crate::instances::{Families, Graph, NodeId, SiteId};
use crate::options::{
    BoundHit, Control, Found, Options, Outcome, SearchStats, Snapshot, StrategyKind,
};
use crate::parallel::Desk;
use crate::path::read_path;
use crate::strategy::{Directed, Static, Step, Strategy, Stratified, Widening};
use lariat_passes::Prepared;
use lariat_program::ProcId;
use lariat_solver::{Ast, Limits, Solver, SolverError};
use lariat_vc::{Instantiator, Templates, assert_axioms};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So long, and a tenth of the time so far, may it take to find out whether a bound matters.
const ASIDE: Duration = Duration::from_millis(500);

/// Searches for a returning execution of the prepared program's entry.
pub fn search(
    prepared: Prepared,
    solver: Box<dyn Solver>,
    options: &Options,
    control: &dyn Control,
) -> Result<(Outcome, SearchStats), SolverError> {
    let mut search = Search::new(prepared, solver, options, control);
    let outcome = search.run(&mut |search| search.search_at_bound())?;
    Ok((outcome, search.final_stats()))
}

/// A running search.
pub(crate) struct Search<'a> {
    pub(crate) templates: Templates,
    pub(crate) instantiator: Instantiator,
    pub(crate) solver: Box<dyn Solver>,
    pub(crate) graph: Graph,
    pub(crate) families: Families,
    error_procedures: FxHashSet<ProcId>,
    entry: ProcId,
    goal: lariat_passes::Goal,
    pub(crate) options: &'a Options,
    pub(crate) control: &'a dyn Control,
    pub(crate) stats: SearchStats,
    /// Call sites in order of creation; those that are linked by now are dropped before a query.
    pub(crate) open: Vec<SiteId>,
    /// The bound being searched.
    pub(crate) bound: u32,
    /// Which call sites were looked into, in order, and what they enter.
    pub(crate) links: Vec<Link>,
    /// The part of all executions that is searched.
    pub(crate) decided: Decided,
    /// Others that search other parts at the same time.
    pub(crate) desk: Option<&'a Desk<'a>>,
    /// Whether a query was interrupted: after that Z3 may take incomplete reasoning for a model.
    pub(crate) interrupted: bool,
    /// Whether the part to be searched was made from this program.
    fits_part: bool,
}

/// What a query said.
pub(crate) enum Answer {
    /// There is a path (certain or not); the model is in the solver.
    Path { certain: bool },
    /// There is none because of these open call sites.
    Blocked(Vec<SiteId>),
    /// The solver gave up.
    GaveUp(String),
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        prepared: Prepared,
        solver: Box<dyn Solver>,
        options: &'a Options,
        control: &'a dyn Control,
    ) -> Self {
        let Prepared { program, entry, goal, modes } = prepared;
        let expected = options.part.as_ref().and_then(|p| p.program);
        let fits_part = expected.is_none_or(|f| f == crate::split::fingerprint(&program));
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
            control,
            stats,
            open: Vec::new(),
            bound: 0,
            links: Vec::new(),
            decided: Decided::default(),
            desk: None,
            interrupted: false,
            fits_part,
        }
    }

    /// The instance that everything starts with.
    pub(crate) fn begin(&mut self) {
        assert_axioms(&mut self.templates.program, &mut self.instantiator, &mut *self.solver);
        let context = self.families.enter(&Vec::new(), self.entry).0;
        let root = self.make_instance(self.entry, context);
        let guard = self.graph.nodes[root.index()].instance.guard;
        self.solver.assert(guard);
    }

    /// Goes from bound to bound; `at_bound` searches one.
    pub(crate) fn run(&mut self, at_bound: AtBound<'_, 'a>) -> Result<Outcome, SolverError> {
        self.begin();
        if let Some(part) = &self.options.part
            && (!self.fits_part || self.go_to(part).is_err())
        {
            return Ok(Outcome::Unknown("the part was made from another program".into()));
        }
        let last = self.options.recursion_bound.max(1);
        let is_static = self.options.strategy == StrategyKind::Static;
        let first = if is_static { last } else { self.options.first_bound.clamp(1, last) };
        let part = self.options.part.as_ref();
        let mut bound = part.map_or(first, |p| p.bound.clamp(first, last));
        loop {
            self.bound = bound;
            self.stats.bound = bound;
            if self.options.error_skeleton {
                self.instantiate_errors();
            }
            if let Some(tree) = &self.options.start_from {
                self.instantiate_tree(tree);
            }
            match at_bound(self)? {
                Ended::Answer(outcome) => return Ok(outcome),
                Ended::NotNeeded => unreachable!("about parts only"),
                Ended::Bound(hits) => {
                    if !self.control.go_deeper(bound, &hits) || bound == last {
                        return Ok(Outcome::UnreachableWithinBound { bound, hits });
                    }
                }
            }
            let step = if self.options.skip_bounds { 1 + bound / 4 } else { 1 };
            bound = bound.saturating_add(step).min(last);
        }
    }

    /// Searches at the current bound, within what was decided.
    pub(crate) fn search_at_bound(&mut self) -> Result<Ended, SolverError> {
        let mut strategy: Box<dyn Strategy> = match self.options.strategy {
            StrategyKind::Stratified => Box::new(Stratified),
            StrategyKind::Widening => Box::new(Widening),
            StrategyKind::Forward => Box::new(Directed { backward: false }),
            StrategyKind::Backward => Box::new(Directed { backward: true }),
            StrategyKind::Static => Box::new(Static),
        };
        loop {
            if let Some(reason) = self.control.stop() {
                return Ok(Ended::Answer(Outcome::Unknown(reason)));
            }
            self.report();
            if let Some(desk) = self.desk
                && desk.between_steps(self).is_not_needed()
            {
                return Ok(Ended::NotNeeded);
            }
            match strategy.step(self)? {
                Step::Instantiate(sites) => self.instantiate_all(sites),
                Step::Found { certain } => {
                    let path = read_path(self)?;
                    return Ok(Ended::Answer(Outcome::Reachable(Found {
                        path,
                        bound: self.bound,
                        certain,
                        call_tree: Arc::new(call_tree(self)),
                    })));
                }
                Step::NothingWithinBound(beyond) => {
                    let beyond = self.needed_beyond(beyond)?;
                    return Ok(match beyond.is_empty() {
                        true => Ended::Answer(Outcome::Unreachable),
                        false => Ended::Bound(self.bound_hits(&beyond)),
                    });
                }
                Step::GaveUp(_) if self.desk.is_some_and(Desk::was_cancelled) => {
                    self.interrupted = true;
                    return Ok(Ended::NotNeeded);
                }
                Step::GaveUp(reason) => {
                    let reason = self.control.stop().unwrap_or(reason);
                    return Ok(Ended::Answer(Outcome::Unknown(reason)));
                }
            }
        }
    }

    pub(crate) fn report(&self) {
        self.control.progress(&Snapshot {
            bound: self.bound,
            open: self.open.len(),
            instances: self.stats.instances,
            queries: self.stats.under_queries + self.stats.over_queries,
        });
    }

    /// The counters of the whole search.
    pub(crate) fn final_stats(mut self) -> SearchStats {
        self.stats.templates = self.templates.count() as u64;
        self.stats.template_nodes = self.instantiator.nodes;
        self.stats.left_out = self.solver.statistics().left_out;
        self.stats
    }

    fn bound_hits(&self, sites: &[SiteId]) -> Vec<BoundHit> {
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
        site.cost <= self.bound_of(site.callee)
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

    /// Call sites beyond the bound on which it depends that there is nothing. A core blames them if that is the easiest
    /// reason, even where other reasons would do, and more so if the solver leaves things out. So it is asked here whether
    /// one can come to them at all. Where a loop ends by itself, that is a proof.
    fn needed_beyond(&mut self, beyond: Vec<SiteId>) -> Result<Vec<SiteId>, SolverError> {
        // In a part, the decisions in the core that led here are what tells which other parts are done.
        if beyond.is_empty() || !self.decided.all().is_empty() {
            return Ok(beyond);
        }
        let at_most = ASIDE + self.stats.solver_time / 10;
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
        let outcome = loop {
            let left = at_most.map(|time| time.saturating_sub(started.elapsed()));
            let time = [self.control.time_left(), left].into_iter().flatten().min();
            let outcome = self.solver.check(assumptions, Limits { time })?;
            if !outcome.has_model() || !self.solver.correct(&self.templates.program.terms)? {
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
                Answer::GaveUp(reason.to_string())
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

/// What searches one bound.
pub(crate) type AtBound<'f, 'a> = &'f mut dyn FnMut(&mut Search<'a>) -> Result<Ended, SolverError>;

/// How the search at one bound ended.
pub(crate) enum Ended {
    Answer(Outcome),
    /// Nothing at this bound; this was cut off.
    Bound(Vec<BoundHit>),
    /// Others have shown that there is nothing here.
    NotNeeded,
}
