//! Formula templates: what the formula of a procedure consists of.

use crate::bits::BitSet;
use crate::execute::Builder;
use crate::liveness::Interfaces;
use lariat_logic::{TermId, Terms, VarId};
use lariat_program::{BlockId, ProcId, Program};
use lariat_solver::{Ast, Relaxed, Subject};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The formula of one procedure with its interface, over variables of its own that every instance
/// replaces by fresh constants.
#[derive(Debug)]
pub struct Template {
    /// The procedure.
    pub procedure: ProcId,
    /// The Boolean that says that the procedure is executed (to its return).
    pub guard: VarId,
    /// Program variable at entry with the template variable that stands for it.
    pub inputs: Vec<(VarId, VarId)>,
    /// Program variable at return with its value.
    pub outputs: Vec<(VarId, TermId)>,
    /// What holds of any execution.
    pub constraints: Vec<TermId>,
    /// Those of the constraints that say where a value comes from, in order.
    pub flows: Vec<Flow>,
    /// Terms with conditions that make them matter.
    pub used: Vec<(TermId, TermId)>,
    /// The calls.
    pub sites: Vec<Site>,
    /// The blocks that can be on a complete path; the first is the start.
    pub blocks: Vec<TemplateBlock>,
    /// For each site, the other sites that can be on one path with it.
    pub on_one_path: Vec<BitSet>,
}

impl Template {
    /// Edges with a Boolean that is neither their source's nor their target's: positions of the source
    /// in [`Template::blocks`] and of the edge among its successors. No constraint says that the source
    /// is executed if such an edge is taken. A search does not need it, because it asks for a path from
    /// the start on; a question about a block in the middle has to add it. (For other edges it follows,
    /// or would be wrong: the Boolean of a target belongs to all edges that lead there.)
    pub fn edges_of_their_own(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.blocks.iter().enumerate().flat_map(|(b, block)| {
            let edges = block.successors.iter().enumerate();
            let own = edges.filter(|(_, (next, literal))| {
                *literal != block.guard && *literal != self.blocks[*next].guard
            });
            own.map(move |(e, _)| (b, e))
        })
    }

    /// That the source of every [edge of its own](Self::edges_of_their_own) is executed if it is taken.
    pub fn sources_of_edges(&self, terms: &mut Terms) -> Vec<TermId> {
        let implication = |(b, e): (usize, usize)| {
            let block = &self.blocks[b];
            let (edge, source) = (terms.var(block.successors[e].1), terms.var(block.guard));
            terms.implies(edge, source)
        };
        self.edges_of_their_own().map(implication).collect()
    }
}

/// A constraint of the form `guard ⇒ to = from` about a value of a variable and one before it.
#[derive(Debug)]
pub struct Flow {
    /// Its position among the constraints.
    pub constraint: usize,
    /// When.
    pub guard: TermId,
    /// The value.
    pub to: TermId,
    /// What it is then.
    pub from: TermId,
    /// If it is a map: what variables that are not maps are then.
    pub others: Vec<(TermId, TermId)>,
}

/// A call in a template.
#[derive(Debug)]
pub struct Site {
    /// True when the call is made.
    pub guard: VarId,
    /// The procedure called.
    pub callee: ProcId,
    /// One value per input of the callee's interface.
    pub args: Vec<TermId>,
    /// One variable per output of the callee's interface.
    pub results: Vec<VarId>,
}

/// A block in a template, for reading a path off a model.
#[derive(Debug)]
pub struct TemplateBlock {
    /// The block of the procedure.
    pub block: BlockId,
    /// True when the block is on the path.
    pub guard: VarId,
    /// Positions of successors in [`Template::blocks`], each with the Boolean that says it is taken.
    pub successors: Vec<(usize, VarId)>,
    /// Its calls in order, as positions in [`Template::sites`].
    pub sites: Vec<usize>,
    /// Whether the procedure returns here.
    pub returns: bool,
}

/// Templates of a program's procedures, made on demand.
pub struct Templates {
    /// The program; its terms grow with every template.
    pub program: Program,
    /// Interfaces of the procedures.
    pub interfaces: Interfaces,
    pub(crate) entry: ProcId,
    pub(crate) constants: FxHashSet<VarId>,
    made: FxHashMap<ProcId, Rc<Template>>,
    pub(crate) variables_of: FxHashMap<TermId, Vec<VarId>>,
    /// The variable of the program of which a template variable is a value.
    pub(crate) stands_for: FxHashMap<VarId, VarId>,
}

impl Templates {
    /// No template yet; computes the interfaces.
    pub fn new(program: Program, entry: ProcId) -> Self {
        let interfaces = Interfaces::new(&program, entry);
        Templates {
            interfaces,
            entry,
            constants: program.constants.iter().copied().collect(),
            program,
            made: FxHashMap::default(),
            variables_of: FxHashMap::default(),
            stands_for: FxHashMap::default(),
        }
    }

    /// The template of a procedure.
    pub fn get(&mut self, p: ProcId) -> Rc<Template> {
        if let Some(template) = self.made.get(&p) {
            return template.clone();
        }
        let template = Rc::new(Builder::new(self, p).build());
        self.made.insert(p, template.clone());
        template
    }

    /// A constant for a template variable, in an instance.
    pub(crate) fn constant(&self, solver: &mut dyn Relaxed, v: VarId) -> Ast {
        let variable = self.program.terms.variable(v);
        let constant = solver.constant(&self.program.terms, &variable.name, variable.sort);
        if let Some(&variable) = self.stands_for.get(&v) {
            solver.stands_for(constant, Subject { variable, offset: None });
        }
        constant
    }

    /// How many templates were made.
    pub fn count(&self) -> usize {
        self.made.len()
    }
}
