//! The search: a solver, the instances in it, and the two kinds of query.

use crate::call_tree::{CallTree, Places, call_tree};
use crate::instances::{Families, Graph, NodeId, SiteId, SiteNode};
use crate::options::{
    BoundHit, Control, Found, Options, Outcome, SearchStats, Snapshot, StrategyKind,
};
use crate::path::read_path;
use crate::strategy::{Static, Step, Strategy, Stratified, Widening};
use lariat_logic::{Op, Terms};
use lariat_passes::Prepared;
use lariat_program::ProcId;
use lariat_solver::{Ast, Limits, Solver, SolverError};
use lariat_vc::{Instantiator, Templates, assert_axioms};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::Instant;

/// Searches for a returning execution of the prepared program's entry.
pub fn search(
    prepared: Prepared,
    solver: Box<dyn Solver>,
    options: &Options,
    control: &dyn Control,
) -> Result<(Outcome, SearchStats), SolverError> {
    let mut search = Search::new(prepared, solver, options, control);
    let outcome = search.run()?;
    search.stats.templates = search.templates.count() as u64;
    search.stats.template_nodes = search.instantiator.nodes;
    Ok((outcome, search.stats))
}

/// At most this many instances are made before the search at a bound starts.
const MAX_SKELETON: u64 = 2000;

/// A running search.
pub(crate) struct Search<'a> {
    pub(crate) templates: Templates,
    pub(crate) instantiator: Instantiator,
    solver: Box<dyn Solver>,
    pub(crate) graph: Graph,
    families: Families,
    error_procedures: FxHashSet<ProcId>,
    entry: ProcId,
    goal: lariat_passes::Goal,
    options: &'a Options,
    control: &'a dyn Control,
    pub(crate) stats: SearchStats,
    /// Call sites in order of creation; those that are linked by now are dropped before a query.
    open: Vec<SiteId>,
    /// The bound being searched.
    bound: u32,
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
    fn new(
        prepared: Prepared,
        solver: Box<dyn Solver>,
        options: &'a Options,
        control: &'a dyn Control,
    ) -> Self {
        let Prepared { program, entry, goal, modes } = prepared;
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
        }
    }

    fn run(&mut self) -> Result<Outcome, SolverError> {
        assert_axioms(&mut self.templates.program, &mut self.instantiator, &mut *self.solver);
        let context = self.families.enter(&Vec::new(), self.entry).0;
        let root = self.make_instance(self.entry, context);
        let guard = self.graph.nodes[root.index()].instance.guard;
        self.solver.assert(guard);
        let mut strategy: Box<dyn Strategy> = match self.options.strategy {
            StrategyKind::Stratified => Box::new(Stratified),
            StrategyKind::Widening => Box::new(Widening),
            StrategyKind::Static => Box::new(Static),
        };
        let last = self.options.recursion_bound.max(1);
        let is_static = self.options.strategy == StrategyKind::Static;
        let first = if is_static { last } else { self.options.first_bound.clamp(1, last) };
        let mut bound = first;
        loop {
            self.bound = bound;
            self.stats.bound = bound;
            if self.options.error_skeleton {
                self.instantiate_errors();
            }
            if let Some(tree) = &self.options.start_from {
                self.instantiate_tree(tree);
            }
            match self.search_at_bound(&mut *strategy)? {
                Ended::Answer(outcome) => return Ok(outcome),
                Ended::Bound(sites) => {
                    let hits = self.bound_hits(&sites);
                    if !self.control.go_deeper(bound, &hits) || bound == last {
                        return Ok(Outcome::UnreachableWithinBound { bound, hits });
                    }
                }
            }
            let step = if self.options.skip_bounds { 1 + bound / 4 } else { 1 };
            bound = bound.saturating_add(step).min(last);
        }
    }

    fn search_at_bound(&mut self, strategy: &mut dyn Strategy) -> Result<Ended, SolverError> {
        loop {
            if let Some(reason) = self.control.stop() {
                return Ok(Ended::Answer(Outcome::Unknown(reason)));
            }
            self.report();
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
                Step::NothingWithinBound(beyond) if beyond.is_empty() => {
                    return Ok(Ended::Answer(Outcome::Unreachable));
                }
                Step::NothingWithinBound(beyond) => return Ok(Ended::Bound(beyond)),
                Step::GaveUp(reason) => {
                    let reason = self.control.stop().unwrap_or(reason);
                    return Ok(Ended::Answer(Outcome::Unknown(reason)));
                }
            }
        }
    }

    fn report(&self) {
        self.control.progress(&Snapshot {
            bound: self.bound,
            open: self.open.len(),
            instances: self.stats.instances,
            queries: self.stats.under_queries + self.stats.over_queries,
        });
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

    fn bound_of(&self, p: ProcId) -> u32 {
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
        self.open.iter().copied().filter(|&s| self.within_bound(s)).collect()
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

    // ---- instances ----------------------------------------------------------------------------

    fn make_instance(&mut self, p: ProcId, context: Vec<(ProcId, u32)>) -> NodeId {
        let started = Instant::now();
        let before = self.templates.count();
        let instance = self.instantiator.instantiate(&mut self.templates, &mut *self.solver, p);
        let elapsed = started.elapsed();
        if self.templates.count() > before {
            self.stats.template_time += elapsed;
        } else {
            self.stats.instantiate_time += elapsed;
        }
        let terms = &self.templates.program.terms;
        let solver = &mut self.solver;
        let node = self.graph.add(instance, p, context, &self.families, |guard| {
            solver.app(terms, &Op::Not, &[guard], Terms::BOOL)
        });
        let count = self.graph.nodes[node.index()].instance.sites.len();
        self.open.extend((0..count).map(|i| self.graph.site_at(node, i)));
        self.stats.instances += 1;
        node
    }

    /// Looks into an open call site: links it to an instance that it may share, or to a new one.
    fn instantiate(&mut self, site: SiteId) {
        if self.graph.sites[site.index()].target.is_some() {
            return;
        }
        let node = self.graph.sites[site.index()].node;
        let callee = self.graph.sites[site.index()].callee;
        let (context, _) = self.families.enter(&self.graph.nodes[node.index()].context, callee);
        let mut target = None;
        if self.options.sharing {
            let candidates = self.graph.candidates(callee, &context);
            if !candidates.is_empty() {
                let coexisting = self.graph.coexisting(site);
                target = candidates
                    .iter()
                    .copied()
                    .find(|&t| self.graph.may_share(&coexisting, site, t));
                if target.is_some() {
                    self.stats.shared += 1;
                } else {
                    self.stats.sharing_refused += 1;
                }
            }
        }
        let target = target.unwrap_or_else(|| self.make_instance(callee, context));
        self.link(site, target);
    }

    /// Asserts that the call, if made, is the activation that the instance describes.
    fn link(&mut self, site: SiteId, target: NodeId) {
        let SiteNode { node, position, .. } = self.graph.sites[site.index()];
        let call = self.graph.nodes[node.index()].instance.sites[position].clone();
        let terms = &self.templates.program.terms;
        let solver = &mut *self.solver;
        let instance = &self.graph.nodes[target.index()].instance;
        let mut consequences = vec![instance.guard];
        let pairs = instance
            .inputs
            .iter()
            .zip(&call.args)
            .chain(instance.outputs.iter().zip(&call.results));
        for (&a, &b) in pairs {
            if a != b {
                consequences.push(solver.app(terms, &Op::Eq, &[a, b], Terms::BOOL));
            }
        }
        for consequence in consequences {
            let implication =
                solver.app(terms, &Op::Implies, &[call.guard, consequence], Terms::BOOL);
            solver.assert(implication);
        }
        self.graph.link(site, target);
    }

    /// Instantiates the calls that end in the error, within the bound. They are few unless many
    /// procedures call each other; those are left to the search.
    fn instantiate_errors(&mut self) {
        let limit = self.stats.instances + MAX_SKELETON;
        while self.stats.instances < limit {
            let room = (limit - self.stats.instances) as usize;
            let sites: Vec<SiteId> = self
                .open_within_bound()
                .into_iter()
                .filter(|&s| {
                    let callee = self.graph.sites[s.index()].callee;
                    self.is_error_procedure(callee) && !self.families.is_tangled(callee)
                })
                .take(room)
                .collect();
            if sites.is_empty() || self.control.stop().is_some() {
                return;
            }
            self.instantiate_all(sites);
        }
    }

    /// Instantiates what an earlier search did, within the bound.
    fn instantiate_tree(&mut self, tree: &CallTree) {
        let mut places = Places::default();
        let mut seen = 0;
        while seen < self.graph.sites.len() && self.control.stop().is_none() {
            let new = (seen..self.graph.sites.len()).map(SiteId::from);
            seen = self.graph.sites.len();
            let open = new
                .filter(|&s| self.graph.sites[s.index()].target.is_none() && self.within_bound(s));
            let sites = open.filter(|&s| places.contains(tree, self, s)).collect();
            self.instantiate_all(sites);
        }
    }

    /// Looks into these call sites, or into as many as there is time for: who goes on must see
    /// whether to stop.
    fn instantiate_all(&mut self, sites: Vec<SiteId>) {
        for (number, site) in sites.into_iter().enumerate() {
            if number % BETWEEN_REPORTS == BETWEEN_REPORTS - 1 {
                self.report();
                if self.control.stop().is_some() {
                    return;
                }
            }
            self.instantiate(site);
        }
    }

    // ---- queries --------------------------------------------------------------------------------

    /// Is there a path through instances only? Blocks every open call site.
    pub(crate) fn query_under(&mut self) -> Result<Answer, SolverError> {
        self.stats.under_queries += 1;
        self.drop_linked();
        let assumptions: Vec<Ast> =
            self.open.iter().map(|s| self.graph.sites[s.index()].blocked).collect();
        self.query(&assumptions)
    }

    /// Is there a path if open calls within the bound may do anything that their summaries allow?
    pub(crate) fn query_over(&mut self) -> Result<Answer, SolverError> {
        self.stats.over_queries += 1;
        self.drop_linked();
        let beyond = self.open.iter().filter(|&&s| !self.within_bound(s));
        let assumptions: Vec<Ast> = beyond.map(|s| self.graph.sites[s.index()].blocked).collect();
        self.query(&assumptions)
    }

    fn query(&mut self, assumptions: &[Ast]) -> Result<Answer, SolverError> {
        let started = Instant::now();
        let outcome = self.solver.check(assumptions, Limits { time: self.control.time_left() })?;
        let elapsed = started.elapsed();
        self.stats.solver_time += elapsed;
        self.stats.longest_query = self.stats.longest_query.max(elapsed);
        tracing::debug!(
            "query {}: {outcome:?} in {elapsed:.3?}, {} assumptions, {} instances",
            self.stats.under_queries + self.stats.over_queries,
            assumptions.len(),
            self.stats.instances
        );
        Ok(match outcome {
            lariat_solver::Outcome::Sat => Answer::Path { certain: true },
            lariat_solver::Outcome::Unsat => {
                let core = self.solver.unsat_core();
                Answer::Blocked(core.iter().map(|a| self.graph.site_of[a]).collect())
            }
            // Incomplete reasoning about quantifiers: a candidate path, to be checked.
            lariat_solver::Outcome::Unknown(reason) if is_incomplete(&reason) => {
                Answer::Path { certain: false }
            }
            lariat_solver::Outcome::Unknown(reason) => Answer::GaveUp(reason),
        })
    }

    /// Truth values of Booleans in the model of the last query.
    pub(crate) fn truths(&mut self, formulas: &[Ast]) -> Result<Vec<bool>, SolverError> {
        self.solver.truths(&self.templates.program.terms, formulas)
    }
}

/// So many instances are made before looking at the clock.
const BETWEEN_REPORTS: usize = 64;

enum Ended {
    Answer(Outcome),
    /// Nothing at this bound; these sites were cut off.
    Bound(Vec<SiteId>),
}

fn is_incomplete(reason: &str) -> bool {
    reason.contains("incomplete") || reason.contains("quantifier")
}
