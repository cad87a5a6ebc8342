//! Which call site to decide: the one that makes both halves much smaller.

use crate::instances::{NodeId, SiteId};
use crate::search::Search;
use lariat_vc::BitSet;

/// So many sites, those with most below them, are compared.
const MAX_COMPARED_SITES: usize = 400;
/// A half must be smaller than the whole by at least this share of it.
const MIN_GAIN_OF_SPLIT: f64 = 0.02;

impl Search<'_> {
    /// A site to split at, if one is worth it.
    pub(crate) fn choose_site(&self) -> Option<SiteId> {
        let alive = self.alive();
        let weights = self.weights();
        let total: f64 = alive.iter().map(|n| weights[n]).sum();
        let mut sites: Vec<(SiteId, NodeId)> = (0..self.graph.sites.len())
            .map(SiteId::from)
            .filter_map(|s| {
                let site = &self.graph.sites[s.index()];
                let is_decided = self.decided.all().iter().any(|d| d.site as usize == s.index());
                let target = site.target.filter(|_| alive.contains(site.node.index()))?;
                (!is_decided).then_some((s, target))
            })
            .collect();
        let below = |target: NodeId| self.graph.nodes[target.index()].below.iter().count();
        sites.sort_by_cached_key(|&(s, target)| (std::cmp::Reverse(below(target)), s));
        sites.truncate(MAX_COMPARED_SITES);
        let mut best: Option<(f64, SiteId)> = None;
        for (site, _) in sites {
            let gone = |kept: &BitSet| {
                alive.iter().filter(|&n| !kept.contains(n)).map(|n| weights[n]).sum::<f64>()
            };
            let without = gone(&self.entered(|s| s == site));
            let least = best.map_or(MIN_GAIN_OF_SPLIT * total, |b| b.0);
            if without <= least {
                continue;
            }
            let score = without.min(gone(&self.with(site)));
            if score > least {
                best = Some((score, site));
            }
        }
        tracing::debug!("split: {best:?} of {total}, {} decisions", self.decided.all().len());
        best.map(|b| b.1)
    }

    /// How much there is to search.
    pub(crate) fn weight(&self) -> f64 {
        let weights = self.weights();
        self.alive().iter().map(|n| weights[n]).sum()
    }

    fn weights(&self) -> Vec<f64> {
        let blocks = self.graph.nodes.iter().map(|n| n.instance.template.blocks.len());
        blocks.map(|count| 1.0 + count as f64).collect()
    }

    /// A site that is not decided yet, some here, some there: all are right, few are good.
    pub(crate) fn any_site(&self) -> Option<SiteId> {
        let decided = |s: &SiteId| self.decided.all().iter().any(|d| d.site as usize == s.index());
        let sites = (0..self.graph.sites.len()).map(SiteId::from).filter(|s| !decided(s));
        let sites: Vec<SiteId> = sites.collect();
        let at = 7 * self.decided.all().len() + 13 * self.links.len();
        (!sites.is_empty()).then(|| sites[at % sites.len()])
    }

    /// Instances that executions of this part may enter.
    fn alive(&self) -> BitSet {
        let mut alive = self.entered(|_| false);
        for decision in self.decided.all().iter().filter(|d| d.reached) {
            let kept = self.with(SiteId::from(decision.site as usize));
            for n in alive.clone().iter().filter(|&n| !kept.contains(n)) {
                alive.remove(n);
            }
        }
        alive
    }

    /// Instances that executions may enter which pass no blocked site, and none of these.
    fn entered(&self, blocked: impl Fn(SiteId) -> bool) -> BitSet {
        let mut entered = BitSet::new(self.graph.nodes.len());
        let mut stack = vec![self.root()];
        while let Some(node) = stack.pop() {
            if !entered.insert(node.index()) {
                continue;
            }
            let count = self.graph.nodes[node.index()].instance.sites.len();
            let sites = (0..count).map(|i| self.graph.site_at(node, i));
            let passed = sites.filter(|&s| !blocked(s) && !self.decided.blocks(s));
            stack.extend(passed.filter_map(|s| self.graph.sites[s.index()].target));
        }
        entered
    }

    /// Instances that executions may enter which pass the site.
    fn with(&self, site: SiteId) -> BitSet {
        let mut kept = self.graph.coexisting(site);
        kept.union(&self.at_or_above(site));
        if let Some(target) = self.graph.sites[site.index()].target {
            kept.union(&self.graph.nodes[target.index()].below);
        }
        kept
    }
}
