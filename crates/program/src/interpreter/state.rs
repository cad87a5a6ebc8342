//! The state of an execution: a stack of activations, the globals, and what has been decided so far
//! about constants and functions.

use crate::program::{BlockId, ProcId, Program};
use lariat_logic::{EvalError, FunctionId, IndexVec, Op, Term, TermId, Terms, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A moment at which variables became arbitrary: 0 is the start of the execution (globals,
/// constants and the entry's variables); every call and every havoc command after it is the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub u32);

/// What is known of a variable.
#[derive(Clone, Debug)]
pub enum Slot {
    /// Any value, not chosen yet because nobody has read it since this moment.
    Arbitrary(Point),
    /// This value.
    Known(Rc<Value>),
    /// It was assigned something that could not be evaluated.
    Unknown(Rc<EvalError>),
}

// When a variable became arbitrary says nothing about what can happen next, so two states that
// differ only in that are the same state.
impl PartialEq for Slot {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Slot::Arbitrary(_), Slot::Arbitrary(_)) => true,
            (Slot::Known(a), Slot::Known(b)) => Rc::ptr_eq(a, b) || a == b,
            (Slot::Unknown(a), Slot::Unknown(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Slot {}

impl Hash for Slot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Slot::Arbitrary(_) => state.write_u8(0),
            Slot::Known(value) => value.hash(state),
            Slot::Unknown(_) => state.write_u8(1),
        }
    }
}

/// Something that the semantics leaves open and an execution has just come to depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// The value of a variable that is arbitrary since some moment.
    Variable {
        /// The variable.
        var: VarId,
        /// Since when it is arbitrary.
        since: Point,
    },
    /// The value of an uninterpreted function.
    Function {
        /// The function.
        function: FunctionId,
        /// Its arguments.
        args: Vec<Value>,
    },
    /// The value of an operator where its theory leaves it open (division by zero), or of an
    /// operator of a theory that is not evaluated here.
    Operator {
        /// The operator.
        op: Op,
        /// Its operands.
        args: Vec<Value>,
    },
}

/// One activation of a procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Activation {
    /// The procedure.
    pub procedure: ProcId,
    /// The block it is in.
    pub block: BlockId,
    /// What comes next there: a command, then (in a block that returns) one ensures clause after the
    /// other, then the exit.
    pub next: usize,
    /// Its variables: inputs, outputs, locals.
    pub(super) slots: Vec<Slot>,
    /// The values at entry of the globals that its ensures clauses read with `old`.
    pub(super) old: Vec<Slot>,
}

/// The state of an execution.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) globals: Vec<Slot>,
    pub(super) constants: Rc<Vec<Slot>>,
    /// Answers given about functions and operators.
    pub(super) meanings: Rc<FxHashMap<Unknown, Slot>>,
    /// The activations, the running one last.
    pub stack: Vec<Activation>,
    /// For each procedure, its activations on the stack.
    pub(super) counts: Vec<u32>,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.stack == other.stack
            && self.globals == other.globals
            && (Rc::ptr_eq(&self.constants, &other.constants) || self.constants == other.constants)
            && (Rc::ptr_eq(&self.meanings, &other.meanings) || self.meanings == other.meanings)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stack.hash(state);
        self.globals.hash(state);
        self.constants.hash(state);
    }
}

/// Where a global or constant lives.
#[derive(Clone, Copy)]
pub(super) enum Home {
    Global(u32),
    Constant(u32),
}

/// Where every variable lives, computed once per program.
pub(super) struct Layout {
    pub shared: FxHashMap<VarId, Home>,
    pub locals: IndexVec<ProcId, FxHashMap<VarId, u32>>,
    /// The globals under `old` in the ensures clauses of each procedure.
    pub old: IndexVec<ProcId, Vec<VarId>>,
}

impl Layout {
    pub fn new(program: &Program) -> Self {
        let mut shared = FxHashMap::default();
        for (i, &v) in program.globals.iter().enumerate() {
            shared.insert(v, Home::Global(i as u32));
        }
        for (i, &v) in program.constants.iter().enumerate() {
            shared.insert(v, Home::Constant(i as u32));
        }
        let mut locals = IndexVec::new();
        let mut old = IndexVec::new();
        for procedure in &program.procedures {
            let variables =
                procedure.inputs.iter().chain(&procedure.outputs).chain(&procedure.locals);
            let _: ProcId =
                locals.push(variables.enumerate().map(|(i, &v)| (v, i as u32)).collect());
            let under_old = variables_under_old(&program.terms, &procedure.ensures);
            let globals = under_old
                .into_iter()
                .filter(|v| matches!(shared.get(v), Some(Home::Global(_))))
                .collect();
            let _: ProcId = old.push(globals);
        }
        Layout { shared, locals, old }
    }
}

/// The variables that occur under `old`, in order of first occurrence.
fn variables_under_old(terms: &Terms, roots: &[TermId]) -> Vec<VarId> {
    let mut under_old = Vec::new();
    terms.for_each_subterm(roots.iter().copied(), |_, term| {
        if let Term::Old(t) = term {
            under_old.push(*t);
        }
    });
    let mut seen = FxHashSet::default();
    terms.variables(under_old).into_iter().filter(|&v| seen.insert(v)).collect()
}

impl State {
    /// Whether everything that can happen next is the same. Says no where it would have to look at what was
    /// answered about functions.
    pub fn is_same(&self, other: &State) -> bool {
        self.stack == other.stack
            && Rc::ptr_eq(&self.meanings, &other.meanings)
            && self.globals == other.globals
            && self.constants == other.constants
    }
}
