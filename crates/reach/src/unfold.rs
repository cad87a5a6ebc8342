//! Looking into call sites: making instances and linking calls to them.

use crate::call_tree::Places;
use crate::decisions::Link;
use crate::instances::{Context, NodeId, SiteId, SiteNode};
use crate::part::CallTree;
use crate::search::Search;
use lariat_logic::{Op, Terms};
use lariat_program::ProcId;
use lariat_solver::Ast;
use std::time::Instant;

/// At most this many instances are made before the search at a bound starts.
const MAX_SKELETON_INSTANCES: u64 = 2000;
/// So many instances are made before looking at the clock.
const INSTANCES_BETWEEN_REPORTS: usize = 64;

impl Search<'_> {
    pub(crate) fn make_instance(&mut self, p: ProcId, context: Context, depth: u32) -> NodeId {
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
        let node = self.graph.add(instance, p, (context, depth), &self.families, |guard| {
            solver.app(terms, &Op::Not, &[guard], Terms::BOOL)
        });
        let count = self.graph.nodes[node.index()].instance.sites.len();
        self.open.extend((0..count).map(|i| self.graph.site_at(node, i)));
        self.stats.instances += 1;
        node
    }

    /// Looks into an open call site, and if it calls a loop that has to go on, into what that calls.
    fn instantiate(&mut self, site: SiteId) {
        let callee = self.graph.sites[site.index()].callee;
        let needs = self.templates.program.procedures[callee].needs_recursion;
        let mut next = Some(site);
        while let Some(site) = next {
            let Some(node) = self.instantiate_one(site) else { return };
            let sites = 0..self.graph.nodes[node.index()].instance.sites.len();
            next = sites.map(|i| self.graph.site_at(node, i)).find(|s| {
                let site = &self.graph.sites[s.index()];
                site.callee == callee && site.cost <= needs && site.target.is_none()
            });
        }
    }

    /// Looks into an open call site: links it to an instance that it may share, or to a new one.
    fn instantiate_one(&mut self, site: SiteId) -> Option<NodeId> {
        if self.graph.sites[site.index()].target.is_some() {
            return None;
        }
        let node = self.graph.sites[site.index()].node;
        let callee = self.graph.sites[site.index()].callee;
        let (context, _) = self.families.enter(&self.graph.nodes[node.index()].context, callee);
        let depth = self.graph.nodes[node.index()].depth + 1;
        let bounded = self.options.stack_depth.is_some();
        let mut target = None;
        if self.options.sharing {
            let candidates = self.graph.candidates(callee, &context);
            if !candidates.is_empty() {
                let coexisting = self.graph.coexisting(site);
                target = candidates
                    .iter()
                    .copied()
                    .filter(|&t| !self.decided.is_frozen(t))
                    .filter(|&t| !bounded || self.graph.nodes[t.index()].depth == depth)
                    .find(|&t| self.graph.may_share(&coexisting, site, t));
                if target.is_some() {
                    self.stats.shared += 1;
                } else {
                    self.stats.sharing_refused += 1;
                }
            }
        }
        let target = target.unwrap_or_else(|| self.make_instance(callee, context, depth));
        self.link(site, target);
        Some(target)
    }

    /// Asserts that the call, if made, is the activation that the instance describes.
    pub(crate) fn link(&mut self, site: SiteId, target: NodeId) {
        let SiteNode { node, position, .. } = self.graph.sites[site.index()];
        let call = self.graph.nodes[node.index()].instance.sites[position].clone();
        let terms = &self.templates.program.terms;
        let solver = &mut *self.solver;
        let instance = &self.graph.nodes[target.index()].instance;
        let entered = solver.app(terms, &Op::Implies, &[call.guard, instance.guard], Terms::BOOL);
        solver.assert(entered);
        let passed: Vec<(Ast, Ast)> =
            instance.inputs.iter().copied().zip(call.args.iter().copied()).collect();
        let returned: Vec<(Ast, Ast)> =
            call.results.iter().copied().zip(instance.outputs.iter().copied()).collect();
        // What the caller passes is known to the callee as its parameters.
        let inside: Vec<(Ast, Ast)> =
            returned.iter().copied().chain(passed.iter().map(|&(p, a)| (a, p))).collect();
        for (pairs, renamed) in [(&passed, &passed), (&returned, &inside)] {
            for &(to, from) in pairs.iter().filter(|(to, from)| to != from) {
                solver.flow(terms, call.guard, to, from, renamed);
            }
        }
        self.graph.link(site, target);
        self.links.push(Link { site, target });
    }

    /// Instantiates the calls that end in the error, within the bound. They are few unless many
    /// procedures call each other; those are left to the search.
    pub(crate) fn instantiate_errors(&mut self) {
        let limit = self.stats.instances + MAX_SKELETON_INSTANCES;
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
            if sites.is_empty() || self.budget.stopped().is_some() {
                return;
            }
            self.instantiate_all(sites);
        }
    }

    /// Instantiates what an earlier search did, within the bound.
    pub(crate) fn instantiate_tree(&mut self, tree: &CallTree) {
        let mut places = Places::default();
        let mut seen = 0;
        while seen < self.graph.sites.len() && self.budget.stopped().is_none() {
            let new = (seen..self.graph.sites.len()).map(SiteId::from);
            seen = self.graph.sites.len();
            let open = new
                .filter(|&s| self.graph.sites[s.index()].target.is_none() && self.within_bound(s));
            let sites = open.filter(|&s| places.contains(tree, self, s)).collect();
            self.instantiate_all(sites);
        }
    }

    /// Looks into these call sites, or into as many as there is time for: the caller must ask its budget
    /// whether to go on.
    pub(crate) fn instantiate_all(&mut self, sites: Vec<SiteId>) {
        for (number, site) in sites.into_iter().enumerate() {
            if number % INSTANCES_BETWEEN_REPORTS == INSTANCES_BETWEEN_REPORTS - 1 {
                self.report();
                if self.budget.stopped().is_some() {
                    return;
                }
            }
            self.instantiate(site);
        }
    }
}
