//! A part of all executions, as decisions about call sites: each is passed by every execution of the
//! part, or by none.
//!
//! **What a decision means.** Links only ever get more, so an execution takes one walk through the
//! graph of instances: it goes from the root into the instance that a call enters, and stops following
//! a call that is open. "The execution passes site `s`" is about that walk in the graph *as it is when
//! `s` is decided*. For two searches that go on separately to mean the same by it, the walk must not
//! come to `s` in a new way later: an instance at or above `s` is *frozen*, it gets no more callers. A
//! new way to `s` would have to enter one of them through a call that was open.
//!
//! **Why parts lose nothing.** Of two parts that differ in one decision, every execution is in one. Each
//! search is complete for its part: an execution sets the Booleans of the instances that its walk
//! enters, and no others, and this satisfies the decisions that hold of it. So when both find nothing,
//! there is nothing; likewise for any set of parts that split by split came from the whole.
//!
//! Decisions are assumptions of queries, not assertions. An unsatisfiable core tells which of them the
//! answer depends on: it holds for every part that has these, and without any it holds for the whole.
//! And a solver can go on with another part.

use crate::instances::{NodeId, SiteId};
use crate::part::{Decision, Part};
use crate::search::Search;
use lariat_logic::{Op, Terms};
use lariat_solver::Ast;
use lariat_vc::BitSet;
use rustc_hash::FxHashMap;

/// A call site was looked into and enters this instance now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) site: SiteId,
    pub(crate) target: NodeId,
}

/// The decisions of a search.
#[derive(Default)]
pub(crate) struct Decided {
    all: Vec<Decision>,
    /// What to assume, in the order of `all`.
    literals: Vec<Ast>,
    /// Sites that no execution passes.
    blocked: BitSet,
    frozen: BitSet,
    /// Those that the last "no" depends on.
    used: Vec<Decision>,
    /// Literals of earlier decisions of this solver.
    known: FxHashMap<Decision, Ast>,
}

impl Decided {
    pub(crate) fn all(&self) -> &[Decision] {
        &self.all
    }

    pub(crate) fn used(&self) -> &[Decision] {
        &self.used
    }

    pub(crate) fn blocks(&self, site: SiteId) -> bool {
        self.blocked.contains(site.index())
    }

    pub(crate) fn is_frozen(&self, node: NodeId) -> bool {
        self.frozen.contains(node.index())
    }

    pub(crate) fn assumptions(&self) -> impl Iterator<Item = Ast> + '_ {
        self.literals.iter().copied()
    }

    /// Takes the decisions out of a core and remembers them.
    pub(crate) fn take_from(&mut self, core: &mut Vec<Ast>) {
        self.used.clear();
        if self.all.is_empty() {
            return;
        }
        core.retain(|a| match self.literals.iter().position(|l| l == a) {
            Some(at) => {
                self.used.push(self.all[at]);
                false
            }
            None => true,
        });
    }
}

impl Search<'_> {
    /// Where this search is.
    pub(crate) fn part(&self) -> Part {
        let number = |i: usize| u32::try_from(i).expect("fewer than 2^32 instances and sites");
        let link = |l: &Link| (number(l.site.index()), number(l.target.index()));
        Part {
            program: None,
            bound: self.bound,
            links: self.links.iter().map(link).collect(),
            decisions: self.decided.all.clone(),
        }
    }

    /// Brings a search that has just begun to where another one was.
    pub(crate) fn go_to(&mut self, part: &Part) -> Result<(), NoSuchPart> {
        self.bound = part.bound;
        self.stats.bound = part.bound;
        for (number, &(site, target)) in part.links.iter().enumerate() {
            if number % 64 == 0 && self.budget.stopped().is_some() {
                return Ok(());
            }
            self.follow(SiteId::from(site as usize), NodeId::from(target as usize))?;
        }
        self.decide_all(&part.decisions)
    }

    /// Looks into a call site as another search did.
    fn follow(&mut self, site: SiteId, target: NodeId) -> Result<(), NoSuchPart> {
        let known = self.graph.sites.get(site.index()).ok_or(NoSuchPart)?;
        if known.target.is_some() {
            return Err(NoSuchPart);
        }
        let (node, callee) = (known.node, known.callee);
        let (context, _) = self.families.enter(&self.graph.nodes[node.index()].context, callee);
        if target.index() == self.graph.nodes.len() {
            let depth = self.graph.nodes[node.index()].depth + 1;
            self.make_instance(callee, context, depth);
        } else {
            let shared = self.graph.candidates(callee, &context).contains(&target);
            if !shared || !self.graph.may_share(&self.graph.coexisting(site), site, target) {
                return Err(NoSuchPart);
            }
            self.stats.shared += 1;
        }
        self.link(site, target);
        Ok(())
    }

    /// Goes on with another part, if the graph is one that a search of it could have.
    pub(crate) fn turn_to(&mut self, part: &Part) -> bool {
        let same = |(own, other): (&Link, &(u32, u32))| {
            own.site.index() == other.0 as usize && own.target.index() == other.1 as usize
        };
        let extends = !self.interrupted
            && part.bound == self.bound
            && self.links.len() >= part.links.len()
            && self.links.iter().zip(&part.links).all(same);
        if !extends {
            return false;
        }
        let mut frozen = BitSet::default();
        for decision in &part.decisions {
            frozen.union(&self.at_or_above(SiteId::from(decision.site as usize)));
        }
        let later = &self.links[part.links.len()..];
        if later.iter().any(|l| frozen.contains(l.target.index())) {
            return false;
        }
        self.forget_decisions(0);
        self.decide_all(&part.decisions).is_ok()
    }

    /// Keeps the first decisions and searches all executions that these allow.
    pub(crate) fn forget_decisions(&mut self, keep: usize) {
        let kept = self.decided.all[..keep].to_vec();
        let known = std::mem::take(&mut self.decided.known);
        self.decided = Decided { known, ..Decided::default() };
        // They were made in this graph before, so they can be made again.
        let _ = self.decide_all(&kept);
    }

    fn decide_all(&mut self, decisions: &[Decision]) -> Result<(), NoSuchPart> {
        decisions.iter().try_for_each(|&d| self.decide(d))
    }

    /// Searches from now on only executions for which the decision holds.
    pub(crate) fn decide(&mut self, decision: Decision) -> Result<(), NoSuchPart> {
        let site = SiteId::from(decision.site as usize);
        let blocked = self.graph.sites.get(site.index()).ok_or(NoSuchPart)?.blocked;
        let above = self.at_or_above(site);
        let literal = if !decision.reached {
            self.decided.blocked.insert(site.index());
            blocked
        } else {
            match self.decided.known.get(&decision) {
                Some(&literal) => literal,
                None => self.must_reach(site, &above),
            }
        };
        self.decided.known.insert(decision, literal);
        self.decided.frozen.union(&above);
        self.decided.all.push(decision);
        self.decided.literals.push(literal);
        Ok(())
    }

    /// The instances from which the site can be reached, its own included.
    pub(crate) fn at_or_above(&self, site: SiteId) -> BitSet {
        let mut above = BitSet::new(self.graph.nodes.len());
        let mut stack = vec![self.graph.sites[site.index()].node];
        while let Some(node) = stack.pop() {
            if above.insert(node.index()) {
                let parents = self.graph.nodes[node.index()].parents.iter();
                stack.extend(parents.map(|p| self.graph.sites[p.index()].node));
            }
        }
        above
    }

    /// A Boolean under which executions pass the site. Formulas point from callers to callees only,
    /// so it also says of each instance above that one of its callers, which do not change any more,
    /// calls it.
    fn must_reach(&mut self, site: SiteId, above: &BitSet) -> Ast {
        let call = &self.graph.sites[site.index()];
        let own = &self.graph.nodes[call.node.index()].instance;
        let in_block = |b: &lariat_vc::TemplateBlock| b.sites.contains(&call.position);
        let block = own.template.blocks.iter().position(in_block);
        let mut facts: Vec<Vec<Ast>> = vec![vec![own.sites[call.position].guard]];
        facts.extend(block.map(|b| vec![own.blocks[b].0]));
        let root = self.root();
        let mut callers = Vec::new();
        for node in above.iter().map(NodeId::from).filter(|&n| n != root) {
            let guards = self.graph.nodes[node.index()].parents.iter().map(|p| {
                let caller = &self.graph.sites[p.index()];
                self.graph.nodes[caller.node.index()].instance.sites[caller.position].guard
            });
            callers.push((self.graph.nodes[node.index()].instance.guard, guards.collect()));
        }
        let terms = &self.templates.program.terms;
        let solver = &mut *self.solver;
        let literal = solver.constant(terms, "decision", Terms::BOOL);
        for (guard, calls) in callers {
            let mut clause: Vec<Ast> = calls;
            clause.push(solver.app(terms, &Op::Not, &[guard], Terms::BOOL));
            facts.push(clause);
        }
        for mut clause in facts {
            clause.push(solver.app(terms, &Op::Not, &[literal], Terms::BOOL));
            let clause = solver.app(terms, &Op::Or, &clause, Terms::BOOL);
            solver.assert(clause);
        }
        literal
    }
}

/// The part was made from another program, or by another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoSuchPart;
