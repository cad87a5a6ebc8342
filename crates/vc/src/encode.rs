//! Block equations: the executed blocks as implications between Booleans, one per block.

use crate::bits::BitSet;
use crate::execute::Builder;
use crate::template::{Flow, Site, Template, TemplateBlock};
use lariat_logic::{Sort, TermId, Terms, VarId};
use lariat_program::{BlockId, Exit};
use rustc_hash::{FxHashMap, FxHashSet};

impl Builder<'_> {
    pub(crate) fn encode(mut self, inputs: Vec<(VarId, VarId)>, order: &[BlockId]) -> Template {
        let body = self.templates.program.procedures[self.p].body.clone();
        let kept = self.blocks_on_complete_paths(&body, order);
        let position: FxHashMap<BlockId, usize> =
            kept.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let mut constraints = Vec::new();
        let mut blocks = Vec::new();
        let mut sites: Vec<(Site, BlockId)> = Vec::new();
        let mut all_sites: Vec<Option<(Site, BlockId)>> = self.sites.drain(..).map(Some).collect();
        let guard = match self.executed[BlockId(0)].as_ref() {
            Some(start) => start.guard,
            None => unreachable!("the start is executed"),
        };
        if kept.is_empty() {
            let term = self.terms().var(guard);
            let never = self.terms().not(term);
            constraints.push(never);
        }
        for &b in &kept {
            let executed = self.executed[b].as_ref().expect("kept blocks are executed");
            let (block_guard, contents, own_sites) =
                (executed.guard, executed.constraints.clone(), executed.sites.clone());
            let guard_term = self.terms().var(block_guard);
            for c in contents {
                let implication = self.terms().implies(guard_term, c);
                constraints.push(implication);
                self.used.push((guard_term, c));
            }
            let mut block_sites = Vec::new();
            for s in own_sites {
                block_sites.push(sites.len());
                sites.push(all_sites[s].take().expect("each site is in one block"));
            }
            let successors: Vec<BlockId> = body.blocks[b]
                .successors()
                .iter()
                .copied()
                .filter(|t| position.contains_key(t))
                .collect();
            let mut taken = Vec::new();
            for &next in &successors {
                let literal = self.edge(b, next, successors.len(), &mut constraints);
                taken.push((position[&next], literal));
            }
            let returns = body.blocks[b].exit == Exit::Return;
            if !returns {
                let literals: Vec<TermId> =
                    taken.iter().map(|&(_, l)| self.terms().var(l)).collect();
                let some = self.terms().or(&literals);
                let implication = self.terms().implies(guard_term, some);
                if implication != Terms::TRUE {
                    constraints.push(implication);
                }
            }
            blocks.push(TemplateBlock {
                block: b,
                guard: block_guard,
                successors: taken,
                sites: block_sites,
                returns,
            });
        }
        self.point_back(&blocks, &mut constraints);
        let outputs = self.outputs(&kept, &body, &mut constraints);
        let on_one_path = sites_on_one_path(&blocks, &sites, &position);
        let start = self.terms().var(guard);
        self.used.extend(outputs.iter().map(|&(_, t)| (start, t)));
        for (site, _) in &sites {
            let guard = self.templates.program.terms.var(site.guard);
            self.used.extend(site.args.iter().map(|&t| (guard, t)));
        }
        Template {
            procedure: self.p,
            guard,
            inputs,
            outputs,
            constraints,
            flows: self.flows,
            used: self.used,
            sites: sites.into_iter().map(|s| s.0).collect(),
            blocks,
            on_one_path,
        }
    }

    /// A block other than the start is on the path only if some block before it is: not needed for
    /// satisfiability, but it keeps the solver from wandering into blocks off the path.
    fn point_back(&mut self, blocks: &[TemplateBlock], constraints: &mut Vec<TermId>) {
        let mut ways_in: Vec<Vec<VarId>> = vec![Vec::new(); blocks.len()];
        for block in blocks {
            for &(next, literal) in &block.successors {
                // Where the successor's own Boolean stands for the edge, the block before it says more.
                let way = if literal == blocks[next].guard { block.guard } else { literal };
                ways_in[next].push(way);
            }
        }
        for (block, ways) in blocks.iter().zip(ways_in).skip(1) {
            let guard = self.terms().var(block.guard);
            let ways: Vec<TermId> = ways.into_iter().map(|w| self.terms().var(w)).collect();
            let some = self.terms().or(&ways);
            constraints.push(self.terms().implies(guard, some));
        }
    }

    /// The literal that says that control goes from `b` to `next`, with the values it takes along.
    fn edge(
        &mut self,
        b: BlockId,
        next: BlockId,
        ways_out: usize,
        constraints: &mut Vec<TermId>,
    ) -> VarId {
        let next_guard = self.executed[next].as_ref().expect("kept blocks are executed").guard;
        let next_term = self.terms().var(next_guard);
        let joined = self.joined.get(&next).cloned().unwrap_or_default();
        let mut carried = Vec::new();
        for (v, fresh) in joined {
            let state = &self.executed[b].as_ref().expect("kept blocks are executed").state;
            // A variable that is still arbitrary on this edge may be anything at the join.
            if let Some(&value) = state.get(&v) {
                carried.push((fresh, value));
            }
        }
        let source = self.executed[b].as_ref().expect("kept blocks are executed").guard;
        let (literal, needs_link) = if carried.is_empty() {
            (next_guard, false)
        } else if ways_out == 1 {
            // The only way out: the block itself stands for the edge.
            (source, false)
        } else {
            (self.fresh_bool("edge"), true)
        };
        let literal_term = self.terms().var(literal);
        for &(to, from) in &carried {
            self.flow(literal, to, from, &carried, constraints);
        }
        if needs_link || literal == source {
            let implication = self.terms().implies(literal_term, next_term);
            constraints.push(implication);
        }
        literal
    }

    /// A value that comes from another under a condition.
    fn flow(
        &mut self,
        guard: VarId,
        to: VarId,
        from: TermId,
        all: &[(VarId, TermId)],
        constraints: &mut Vec<TermId>,
    ) {
        let (condition, value) = (self.terms().var(guard), self.terms().var(to));
        let mut others: Vec<(VarId, TermId)> = Vec::new();
        if self.is_map(to) {
            others.extend(all.iter().copied().filter(|&(v, _)| !self.is_map(v)));
        }
        let others = others.into_iter().map(|(v, t)| (self.terms().var(v), t)).collect();
        self.flows.push(Flow {
            constraint: constraints.len(),
            guard: condition,
            to: value,
            from,
            others,
        });
        self.used.push((condition, from));
        let equation = self.terms().eq(value, from);
        constraints.push(self.terms().implies(condition, equation));
    }

    fn is_map(&self, v: VarId) -> bool {
        let terms = &self.templates.program.terms;
        matches!(terms.sort_of_id(terms.variable(v).sort), Sort::Map { .. })
    }

    /// Feasible blocks from which a return can be reached, in topological order.
    fn blocks_on_complete_paths(
        &self,
        body: &lariat_program::Body,
        order: &[BlockId],
    ) -> Vec<BlockId> {
        let mut leads: FxHashSet<BlockId> = FxHashSet::default();
        for &b in order.iter().rev() {
            let feasible = self.executed[b].as_ref().is_some_and(|e| e.feasible);
            let block = &body.blocks[b];
            let ends = block.exit == Exit::Return;
            if feasible && (ends || block.successors().iter().any(|t| leads.contains(t))) {
                leads.insert(b);
            }
        }
        order.iter().copied().filter(|b| leads.contains(b)).collect()
    }

    /// The values of the interface's outputs at return.
    fn outputs(
        &mut self,
        kept: &[BlockId],
        body: &lariat_program::Body,
        constraints: &mut Vec<TermId>,
    ) -> Vec<(VarId, TermId)> {
        let returning: Vec<BlockId> =
            kept.iter().copied().filter(|&b| body.blocks[b].exit == Exit::Return).collect();
        let mut outputs = Vec::new();
        let mut joined: Vec<(VarId, Vec<Option<TermId>>)> = Vec::new();
        for v in self.templates.interfaces.of[self.p].outputs.clone() {
            let values: Vec<Option<TermId>> = returning
                .iter()
                .map(|&b| self.executed[b].as_ref().expect("kept").state.get(&v).copied())
                .collect();
            if let Some(&Some(first)) = values.first()
                && values.iter().all(|t| *t == Some(first))
            {
                outputs.push((v, first));
                continue;
            }
            let fresh = self.fresh(v);
            let output = self.terms().var(fresh);
            outputs.push((v, output));
            joined.push((fresh, values));
        }
        let at_return: Vec<Vec<(VarId, TermId)>> = (0..returning.len())
            .map(|i| joined.iter().filter_map(|(v, t)| t[i].map(|t| (*v, t))).collect())
            .collect();
        for (fresh, values) in &joined {
            for ((&b, value), all) in returning.iter().zip(values).zip(&at_return) {
                if let Some(value) = *value {
                    let guard = self.executed[b].as_ref().expect("kept").guard;
                    self.flow(guard, *fresh, value, all, constraints);
                }
            }
        }
        outputs
    }
}

/// For each site, the other sites that some path of the procedure passes too.
fn sites_on_one_path(
    blocks: &[TemplateBlock],
    sites: &[(Site, BlockId)],
    position: &FxHashMap<BlockId, usize>,
) -> Vec<BitSet> {
    // Sites in blocks reachable from each block, itself excluded, computed from the end.
    let mut after: Vec<BitSet> = vec![BitSet::new(sites.len()); blocks.len()];
    for i in (0..blocks.len()).rev() {
        let mut set = BitSet::new(sites.len());
        for &(next, _) in &blocks[i].successors {
            set.union(&after[next]);
            for &s in &blocks[next].sites {
                set.insert(s);
            }
        }
        after[i] = set;
    }
    let mut result = vec![BitSet::new(sites.len()); sites.len()];
    for (s, (_, block)) in sites.iter().enumerate() {
        let b = position[block];
        let others = after[b].iter().chain(blocks[b].sites.iter().copied().filter(|&t| t != s));
        for t in others {
            result[s].insert(t);
            result[t].insert(s);
        }
    }
    result
}
