//! Constrained Horn clauses over terms.

use lariat_logic::{SortId, TermId, VarId};
use lariat_program::ProcId;

lariat_logic::index_types! {
    /// A relation.
    RelationId;
}

/// What the values in a relation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The goal is met.
    Goal,
    /// The procedure may be called with these inputs.
    Called(ProcId),
    /// Called with these inputs, the procedure may return with these outputs.
    Returns(ProcId),
    /// Called with these inputs, the loop may be at its head with these.
    AtHead(ProcId),
    /// The values after the first are in that relation, or the first is false.
    Perhaps(RelationId),
}

pub(crate) struct RelationInfo {
    pub meaning: Meaning,
    pub name: String,
    pub params: Vec<SortId>,
}

pub(crate) struct Atom {
    pub relation: RelationId,
    pub args: Vec<TermId>,
}

/// If the atoms and the constraints hold, so does the head.
pub(crate) struct Rule {
    pub atoms: Vec<Atom>,
    pub constraints: Vec<TermId>,
    pub head: Atom,
}

/// A program as clauses: can the goal be derived?
#[derive(Default)]
pub(crate) struct Clauses {
    pub relations: Vec<RelationInfo>,
    pub rules: Vec<Rule>,
    pub shapes: Vec<(ProcId, Shape)>,
}

/// What the relations about a procedure range over, all of sorts that the engine can deal with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    /// Positions in the interface's inputs.
    pub inputs: Vec<usize>,
    /// Positions in the interface's outputs.
    pub outputs: Vec<usize>,
    /// Constants of the program that it and what it calls mention.
    pub constants: Vec<VarId>,
    /// For a loop that is taken forward: positions in `inputs` of what iterations change.
    pub changed: Vec<usize>,
    pub called: Option<RelationId>,
    pub returns: Option<RelationId>,
    pub at_head: Option<RelationId>,
}
