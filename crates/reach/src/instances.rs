//! The graph of procedure instances.
//!
//! The papers unfold the program into a call *tree*. Here an instance may serve several call sites, so
//! the unfolding is a directed acyclic graph. Sharing is sound as long as **no execution enters an
//! instance twice**: then each instance's constants describe at most one activation, exactly as in the
//! tree. Sketch of why the check below keeps that true when a call site `c` is linked to an existing
//! instance `I`:
//!
//! * A double entry of some instance `D` that was impossible before must use the new edge on one of the
//!   two ways from the root to `D`, so `D` is `I` or below `I`.
//! * The other way does not go through this activation of `I` (below a single activation of `I` nothing
//!   is entered twice, that held before). So it branches off the first way at some instance `K` above:
//!   the first way leaves `K` through a site `s` (leading to `c`, or `c` itself), the other through a
//!   site `t` that can be on one path with `s` in `K`'s procedure.
//! * So `D` is in `coexisting(c)`: everything at or below the targets of such sites `t`. If nothing at or
//!   below `I` is in that set, there is no double entry.
//!
//! The recursion count of a call site must not depend on the way one comes to it, so instances are
//! shared only between equal recursion contexts.

use lariat_program::{CallGraph, ProcId, Program, strongly_connected};
use lariat_solver::Ast;
use lariat_vc::{BitSet, Instance};
use rustc_hash::{FxHashMap, FxHashSet};

lariat_logic::index_types! {
    /// An instance in the graph.
    NodeId;
    /// A call site of an instance.
    SiteId;
}

/// How often each procedure of one recursive component is on the stack, sorted by procedure. A
/// procedure and its versions count as one.
pub(crate) type Context = Vec<(ProcId, u32)>;

/// An instance with its place in the graph.
pub(crate) struct Node {
    pub(crate) instance: Instance,
    pub(crate) procedure: ProcId,
    pub(crate) context: Context,
    /// How many calls lead to it from the entry, on the way on which it was made.
    pub(crate) depth: u32,
    /// First of its call sites; they are numbered consecutively.
    pub(crate) first_site: SiteId,
    pub(crate) parents: Vec<SiteId>,
    /// Instances at or below this one.
    pub(crate) below: BitSet,
}

/// A call site of an instance.
pub(crate) struct SiteNode {
    pub(crate) node: NodeId,
    /// Position among the sites of its template.
    pub(crate) position: usize,
    pub(crate) callee: ProcId,
    /// How often the callee would be on the stack.
    pub(crate) cost: u32,
    /// The assumption that blocks it.
    pub(crate) blocked: Ast,
    /// The instance it enters, if it is not open.
    pub(crate) target: Option<NodeId>,
}

/// Recursion structure: versions of one procedure are one family.
pub(crate) struct Families {
    family: Vec<ProcId>,
    component: FxHashMap<ProcId, usize>,
    recursive: FxHashSet<ProcId>,
    /// Members of components in which several procedures call each other.
    tangled: FxHashSet<ProcId>,
}

/// A component of more procedures than this counts as tangled.
const MAX_SIMPLE_COMPONENT: usize = 3;

impl Families {
    pub(crate) fn new(program: &Program) -> Self {
        let family: Vec<ProcId> = program
            .procedures
            .iter_enumerated()
            .map(|(id, p)| p.original().unwrap_or(id))
            .collect();
        let graph = CallGraph::new(program);
        let mut names: Vec<ProcId> = family.clone();
        names.sort();
        names.dedup();
        let position: FxHashMap<ProcId, usize> =
            names.iter().enumerate().map(|(i, &f)| (f, i)).collect();
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
        for p in program.procedures.ids() {
            let from = position[&family[p.index()]];
            edges[from].extend(graph.callees[p].iter().map(|q| position[&family[q.index()]]));
        }
        // A version that calls another version of the same procedure is recursion only if the
        // original recurses; the error version's call of the normal one counts as well, as it must.
        let components = strongly_connected(names.len(), |v| edges[v].clone());
        let mut component = FxHashMap::default();
        let mut recursive = FxHashSet::default();
        let mut tangled = FxHashSet::default();
        for (i, members) in components.iter().enumerate() {
            for &m in members {
                component.insert(names[m], i);
                if members.len() > MAX_SIMPLE_COMPONENT {
                    tangled.insert(names[m]);
                }
                if members.len() > 1 || edges[m].contains(&m) {
                    recursive.insert(names[m]);
                }
            }
        }
        Families { family, component, recursive, tangled }
    }

    /// The procedure of the original program that `p` is a version of.
    pub(crate) fn of(&self, p: ProcId) -> ProcId {
        self.family[p.index()]
    }

    /// Whether `p` is one of many procedures that call each other: the number of its recursion contexts
    /// is exponential in theirs.
    pub(crate) fn is_tangled(&self, p: ProcId) -> bool {
        self.tangled.contains(&self.of(p))
    }

    /// The context in which `callee` runs when called in `context`, and its own count in it.
    pub(crate) fn enter(&self, context: &Context, callee: ProcId) -> (Context, u32) {
        let family = self.of(callee);
        if !self.recursive.contains(&family) {
            return (Context::new(), 1);
        }
        let same =
            context.first().is_some_and(|(p, _)| self.component[p] == self.component[&family]);
        let mut next = if same { context.clone() } else { Context::new() };
        let count = match next.binary_search_by_key(&family, |e| e.0) {
            Ok(i) => {
                next[i].1 += 1;
                next[i].1
            }
            Err(i) => {
                next.insert(i, (family, 1));
                1
            }
        };
        (next, count)
    }
}

/// All instances and call sites.
#[derive(Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) sites: Vec<SiteNode>,
    by_key: FxHashMap<(ProcId, Context), Vec<NodeId>>,
    /// The site that a blocking assumption belongs to.
    pub(crate) site_of: FxHashMap<Ast, SiteId>,
}

impl Graph {
    /// Adds an instance without callers. `blocked` gives the blocking assumption for each site.
    pub(crate) fn add(
        &mut self,
        instance: Instance,
        procedure: ProcId,
        (context, depth): (Context, u32),
        families: &Families,
        mut blocked: impl FnMut(Ast) -> Ast,
    ) -> NodeId {
        let id = NodeId::from(self.nodes.len());
        let first_site = SiteId::from(self.sites.len());
        for (position, site) in instance.template.sites.iter().enumerate() {
            let (_, cost) = families.enter(&context, site.callee);
            let assumption = blocked(instance.sites[position].guard);
            self.site_of.insert(assumption, SiteId::from(self.sites.len()));
            self.sites.push(SiteNode {
                node: id,
                position,
                callee: site.callee,
                cost,
                blocked: assumption,
                target: None,
            });
        }
        let mut below = BitSet::default();
        below.insert(id.index());
        self.by_key.entry((procedure, context.clone())).or_default().push(id);
        self.nodes.push(Node {
            instance,
            procedure,
            context,
            depth,
            first_site,
            parents: Vec::new(),
            below,
        });
        id
    }

    /// The site of an instance by its position in the template.
    pub(crate) fn site_at(&self, node: NodeId, position: usize) -> SiteId {
        SiteId::from(self.nodes[node.index()].first_site.index() + position)
    }

    /// Where a call site is: positions of the calls that lead to it, from the entry on. Calls are numbered in the order
    /// of blocks, so on any execution an earlier one has a smaller place. (Of several ways to an instance the first
    /// counts.)
    pub(crate) fn place(&self, site: SiteId) -> Vec<usize> {
        let mut place = Vec::new();
        let mut next = Some(site);
        while let Some(s) = next {
            let SiteNode { node, position, .. } = self.sites[s.index()];
            place.push(position);
            next = self.nodes[node.index()].parents.first().copied();
        }
        place.reverse();
        place
    }

    /// Instances of a procedure in a context.
    pub(crate) fn candidates(&self, procedure: ProcId, context: &Context) -> &[NodeId] {
        self.by_key.get(&(procedure, context.clone())).map_or(&[], Vec::as_slice)
    }

    /// Whether the site may enter this existing instance.
    pub(crate) fn may_share(&self, coexisting: &BitSet, site: SiteId, target: NodeId) -> bool {
        let below = &self.nodes[target.index()].below;
        !below.intersects(coexisting) && !below.contains(self.sites[site.index()].node.index())
    }

    /// All instances that some execution through the site may enter by another way (see the module
    /// comment).
    pub(crate) fn coexisting(&self, site: SiteId) -> BitSet {
        let mut result = BitSet::new(self.nodes.len());
        let mut seen: FxHashSet<SiteId> = FxHashSet::default();
        let mut stack = vec![site];
        while let Some(s) = stack.pop() {
            if !seen.insert(s) {
                continue;
            }
            let SiteNode { node, position, .. } = self.sites[s.index()];
            let instance = &self.nodes[node.index()];
            for other in instance.instance.template.on_one_path[position].iter() {
                if let Some(target) = self.sites[self.site_at(node, other).index()].target {
                    result.union(&self.nodes[target.index()].below);
                }
            }
            stack.extend(instance.parents.iter().copied());
        }
        result
    }

    /// Makes the site enter the instance.
    pub(crate) fn link(&mut self, site: SiteId, target: NodeId) {
        self.sites[site.index()].target = Some(target);
        self.nodes[target.index()].parents.push(site);
        let below = self.nodes[target.index()].below.clone();
        let mut stack = vec![self.sites[site.index()].node];
        while let Some(node) = stack.pop() {
            if self.nodes[node.index()].below.union(&below) {
                let parents = self.nodes[node.index()].parents.iter();
                stack.extend(parents.map(|p| self.sites[p.index()].node));
            }
        }
    }
}
