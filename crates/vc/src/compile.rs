//! Playing templates into a solver.
//!
//! A template is compiled once into a list of nodes in bottom-up order. An instance gets a fresh
//! constant for each template variable and one solver call per node; parts that mention no template
//! variable are built once for all instances.

use crate::template::{Template, Templates};
use lariat_logic::{Binder, FunctionId, Op, SortId, Term, TermId, Terms, VarId};
use lariat_program::ProcId;
use lariat_solver::{Ast, Relaxed, Solver, Translator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A copy of a procedure's formula in a solver.
#[derive(Debug)]
pub struct Instance {
    /// What it is a copy of.
    pub template: Rc<Template>,
    /// True when this copy is executed.
    pub guard: Ast,
    /// Constants for the inputs of the interface.
    pub inputs: Vec<Ast>,
    /// Values of the outputs of the interface.
    pub outputs: Vec<Ast>,
    /// The calls, in the template's order.
    pub sites: Vec<SiteInstance>,
    /// For each block of the template, its Boolean and those of the edges out of it.
    pub blocks: Vec<(Ast, Vec<Ast>)>,
}

/// A call in an instance.
#[derive(Clone, Debug)]
pub struct SiteInstance {
    /// True when the call is made.
    pub guard: Ast,
    /// What is passed.
    pub args: Vec<Ast>,
    /// What comes back.
    pub results: Vec<Ast>,
}

/// Position in the node list of a compiled template.
type NodeIndex = u32;

enum Node {
    /// A template variable.
    Param(VarId),
    /// A term without template variables.
    Ground(TermId),
    App(Op, Box<[NodeIndex]>, SortId),
    Call(FunctionId, Box<[NodeIndex]>),
    Bind(Box<BindNode>),
}

struct BindNode {
    binder: Binder,
    body: NodeIndex,
    triggers: Vec<Vec<NodeIndex>>,
    no_triggers: Vec<NodeIndex>,
}

enum Constraint {
    Formula(NodeIndex),
    Flow(Box<FlowNode>),
}

struct FlowNode {
    guard: NodeIndex,
    to: NodeIndex,
    from: NodeIndex,
    others: Vec<(NodeIndex, NodeIndex)>,
}

struct Compiled {
    template: Rc<Template>,
    nodes: Vec<Node>,
    constraints: Vec<Constraint>,
    outputs: Vec<NodeIndex>,
    args: Vec<Vec<NodeIndex>>,
    /// Reads of maps with conditions that make them matter.
    reads: Vec<(NodeIndex, NodeIndex)>,
    index: FxHashMap<TermId, NodeIndex>,
}

/// Makes instances in one solver.
#[derive(Default)]
pub struct Instantiator {
    compiled: FxHashMap<ProcId, Rc<Compiled>>,
    ground: Translator,
    /// Nodes of all compiled templates.
    pub nodes: u64,
}

impl Instantiator {
    /// For an empty solver.
    pub fn new() -> Self {
        Self::default()
    }

    /// A term without template variables.
    pub fn ground(&mut self, solver: &mut dyn Solver, terms: &Terms, term: TermId) -> Ast {
        translate_ground(&mut self.ground, solver, terms, term)
    }

    /// Adds a copy of a procedure's formula to the solver. Nothing is said about when it is executed.
    pub fn instantiate(
        &mut self,
        templates: &mut Templates,
        solver: &mut dyn Relaxed,
        p: ProcId,
    ) -> Instance {
        let compiled = self.compile(templates, p);
        let terms = &templates.program.terms;
        let template = &compiled.template;
        let mut asts: Vec<Ast> = Vec::with_capacity(compiled.nodes.len());
        let mut args = Vec::new();
        for node in &compiled.nodes {
            let ast = match node {
                Node::Param(v) => templates.constant(solver, *v),
                Node::Ground(t) => translate_ground(&mut self.ground, solver, terms, *t),
                Node::App(op, children, sort) => {
                    args.clear();
                    args.extend(children.iter().map(|&c| asts[c as usize]));
                    solver.app(terms, op, &args, *sort)
                }
                Node::Call(f, children) => {
                    args.clear();
                    args.extend(children.iter().map(|&c| asts[c as usize]));
                    solver.call(terms, *f, &args)
                }
                Node::Bind(bind) => {
                    let vars: Vec<Ast> = bind
                        .binder
                        .vars
                        .iter()
                        .map(|&v| self.ground.var_or_new(solver, terms, v))
                        .collect();
                    let at = |i: &NodeIndex| asts[*i as usize];
                    let triggers: Vec<Vec<Ast>> =
                        bind.triggers.iter().map(|t| t.iter().map(at).collect()).collect();
                    let no_triggers: Vec<Ast> = bind.no_triggers.iter().map(at).collect();
                    let body = at(&bind.body);
                    solver.bind(terms, &bind.binder, &vars, body, &triggers, &no_triggers)
                }
            };
            asts.push(ast);
        }
        let at = |i: NodeIndex| asts[i as usize];
        for constraint in &compiled.constraints {
            match constraint {
                Constraint::Formula(i) => solver.assert(at(*i)),
                Constraint::Flow(flow) => {
                    let FlowNode { guard, to, from, others } = &**flow;
                    let others: Vec<_> = others.iter().map(|&(v, t)| (at(v), at(t))).collect();
                    solver.flow(terms, at(*guard), at(*to), at(*from), &others);
                }
            }
        }
        for &(guard, read) in &compiled.reads {
            solver.used_under(at(guard), at(read));
        }
        // Variables that no formula mentions get their constants here; one may be asked for twice.
        let mut unmentioned: FxHashMap<VarId, Ast> = FxHashMap::default();
        let mut var = |v: VarId| match compiled.param(terms, v) {
            Some(i) => asts[i as usize],
            None => *unmentioned.entry(v).or_insert_with(|| templates.constant(solver, v)),
        };
        let sites = template
            .sites
            .iter()
            .zip(&compiled.args)
            .map(|(site, args)| SiteInstance {
                guard: var(site.guard),
                args: args.iter().map(|&i| asts[i as usize]).collect(),
                results: site.results.iter().map(|&v| var(v)).collect(),
            })
            .collect();
        Instance {
            guard: var(template.guard),
            inputs: template.inputs.iter().map(|&(_, v)| var(v)).collect(),
            outputs: compiled.outputs.iter().map(|&i| asts[i as usize]).collect(),
            sites,
            blocks: template
                .blocks
                .iter()
                .map(|b| (var(b.guard), b.successors.iter().map(|&(_, l)| var(l)).collect()))
                .collect(),
            template: template.clone(),
        }
    }

    fn compile(&mut self, templates: &mut Templates, p: ProcId) -> Rc<Compiled> {
        if let Some(compiled) = self.compiled.get(&p) {
            return compiled.clone();
        }
        let template = templates.get(p);
        let compiled =
            Rc::new(Compiled::new(&templates.program.terms, &templates.constants, template));
        self.nodes += compiled.nodes.len() as u64;
        self.compiled.insert(p, compiled.clone());
        compiled
    }
}

fn translate_ground(
    translator: &mut Translator,
    solver: &mut dyn Solver,
    terms: &Terms,
    term: TermId,
) -> Ast {
    translator.translate(solver, terms, term).expect("formulas have no old")
}

impl Compiled {
    fn new(terms: &Terms, constants: &FxHashSet<VarId>, template: Rc<Template>) -> Self {
        let is_flow: FxHashSet<usize> = template.flows.iter().map(|f| f.constraint).collect();
        let constraints = template.constraints.iter().enumerate();
        let formulas = constraints.filter(|(i, _)| !is_flow.contains(i)).map(|(_, &t)| t);
        let flowing = template.flows.iter().flat_map(|f| {
            let others = f.others.iter().flat_map(|&(v, t)| [v, t]);
            [f.guard, f.to, f.from].into_iter().chain(others)
        });
        let roots: Vec<TermId> = formulas
            .chain(flowing)
            .chain(template.used.iter().map(|u| u.0))
            .chain(template.outputs.iter().map(|o| o.1))
            .chain(template.sites.iter().flat_map(|s| s.args.iter().copied()))
            .collect();
        let own = |vars: &[VarId]| vars.iter().any(|v| !constants.contains(v));
        let mut bound = FxHashSet::default();
        terms.for_each_subterm(roots.iter().copied(), |_, term| {
            if let Term::Bind(b) = term {
                bound.extend(b.vars.iter().copied());
            }
        });
        let mut nodes: Vec<Node> = Vec::new();
        let mut index: FxHashMap<TermId, NodeIndex> = FxHashMap::default();
        let mut ground: Vec<bool> = Vec::new();
        terms.for_each_subterm(roots.iter().copied(), |id, term| {
            let at = |t: &TermId| index[t];
            let all_ground = |args: &[TermId]| args.iter().all(|t| ground[index[t] as usize]);
            let (node, is_ground) = match term {
                Term::Literal(_) => (Node::Ground(id), true),
                // Bound variables are the same constants in every instance.
                Term::Var(v) if bound.contains(v) || !own(&[*v]) => (Node::Ground(id), true),
                Term::Var(v) => (Node::Param(*v), false),
                Term::App(_, args) | Term::Call(_, args) if all_ground(args) => {
                    (Node::Ground(id), true)
                }
                Term::App(op, args) => {
                    let args = args.iter().map(at).collect();
                    (Node::App(op.clone(), args, terms.sort_of(id)), false)
                }
                Term::Call(f, args) => (Node::Call(*f, args.iter().map(at).collect()), false),
                Term::Bind(b) if ground[index[&b.body] as usize] => (Node::Ground(id), true),
                Term::Bind(b) => {
                    let triggers = b.triggers.iter().map(|t| t.iter().map(at).collect()).collect();
                    let no_triggers = b.no_triggers.iter().map(at).collect();
                    let bind = BindNode {
                        binder: (**b).clone(),
                        body: index[&b.body],
                        triggers,
                        no_triggers,
                    };
                    (Node::Bind(Box::new(bind)), false)
                }
                Term::Old(_) => unreachable!("formulas have no old"),
            };
            index.insert(id, nodes.len() as NodeIndex);
            nodes.push(node);
            ground.push(is_ground);
        });
        let at = |t: &TermId| index[t];
        let mut flows = template.flows.iter().peekable();
        let mut said = |(i, t): (usize, &TermId)| match flows.next_if(|f| f.constraint == i) {
            None => Constraint::Formula(at(t)),
            Some(flow) => Constraint::Flow(Box::new(FlowNode {
                guard: at(&flow.guard),
                to: at(&flow.to),
                from: at(&flow.from),
                others: flow.others.iter().map(|(v, t)| (at(v), at(t))).collect(),
            })),
        };
        let mut reads = FxHashSet::default();
        for &(guard, used) in &template.used {
            terms.for_each_subterm([used], |id, term| {
                if matches!(term, Term::App(Op::Select, _)) {
                    reads.insert((index[&guard], index[&id]));
                }
            });
        }
        let mut reads: Vec<(NodeIndex, NodeIndex)> = reads.into_iter().collect();
        reads.sort_unstable();
        Compiled {
            reads,
            constraints: template.constraints.iter().enumerate().map(&mut said).collect(),
            outputs: template.outputs.iter().map(|o| index[&o.1]).collect(),
            args: template.sites.iter().map(|s| s.args.iter().map(at).collect()).collect(),
            nodes,
            index,
            template,
        }
    }

    /// The node of a template variable, if a formula mentions it.
    fn param(&self, terms: &Terms, v: VarId) -> Option<NodeIndex> {
        terms.find_var(v).and_then(|t| self.index.get(&t)).copied()
    }
}
