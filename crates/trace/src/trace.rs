//! What a trace is made of: plain data, ready to be printed or written as JSON.

use crate::show::Shown;
use lariat_logic::Value;
use lariat_program::verdict::ItemId;
use serde::{Deserialize, Serialize};

/// An execution, step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The procedure it starts in.
    pub entry: String,
    /// What came from outside, in order, if the front end knows it.
    pub inputs: Vec<GivenInput>,
    /// What the execution rests on, in words.
    pub assumptions: Vec<String>,
    /// Initial values of globals, inputs and constants that matter on the path.
    pub initial: Vec<Binding>,
    /// What global maps hold at the start, at the places that are read. For harnesses, and not written.
    #[serde(skip)]
    pub start: Vec<InitialPlace>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// How many steps in the middle of a long execution were not written down.
    pub left_out: usize,
    /// The assertion that fails at the end, if one does.
    pub failure: Option<Failure>,
}

/// A value from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenInput {
    /// Where it comes from: `__VERIFIER_nondet_int()`, …
    pub from: String,
    /// The variable that got it, if it is known.
    pub name: Option<String>,
    /// The value.
    pub value: String,
    /// Where it came in.
    pub source: Option<Location>,
}

/// What a map holds at one place when the execution starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InitialPlace {
    /// The map.
    pub variable: String,
    /// The place.
    pub place: Vec<Value>,
    /// The value there.
    pub value: Value,
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Location {
    /// The file's name; empty if it is not known.
    pub file: String,
    /// Line, from 1; 0 if it is not known.
    pub line: u32,
    /// Column, from 1; 0 if it is not known.
    pub column: u32,
}

/// A name with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// A variable, a place of a map such as `M[3]`, or a name that the front end gave.
    pub name: String,
    /// The value.
    pub value: Shown,
    /// Whether it is a global (or a place of one).
    pub global: bool,
}

/// An iteration of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// The label of the loop head.
    pub label: String,
    /// Which iteration, from 1.
    pub number: u32,
}

/// One step of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The place in the program.
    pub place: Location,
    /// The place in the source that the front end said it comes from.
    pub source: Option<Location>,
    /// The procedure, by the name that the program gives it (also inside its loops).
    pub procedure: String,
    /// The number of calls around it; loops are not counted.
    pub depth: u32,
    /// The innermost loop around it, with the iteration.
    pub iteration: Option<Iteration>,
    /// What kind of step.
    pub kind: StepKind,
    /// The statement as written.
    pub text: String,
    /// The values that it wrote.
    pub writes: Vec<Binding>,
    /// The variables that became arbitrary; those that are read later are among the writes.
    pub havocked: Vec<String>,
    /// The values that its condition depends on.
    pub reads: Vec<Binding>,
    /// What it prints (`{:print …}`).
    pub printed: Option<String>,
    /// The attributes.
    pub attributes: Vec<ShownAttribute>,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepKind {
    /// A procedure is called.
    Call {
        /// Its name.
        callee: String,
        /// The arguments by the names of the inputs.
        args: Vec<Binding>,
        /// Whether nothing is known of it but its contract.
        #[serde(default)]
        external: bool,
    },
    /// A procedure returns.
    Return {
        /// Its name.
        from: String,
        /// The results by the names of the outputs.
        results: Vec<Binding>,
    },
    /// An iteration of a loop begins.
    Iterate,
    /// Variables are assigned.
    Assign,
    /// Variables get arbitrary values.
    Havoc,
    /// A condition is assumed.
    Assume,
    /// An assertion holds.
    Assert,
    /// A contract of the procedure is assumed as it returns.
    Ensures,
    /// One of several blocks is taken.
    Branch {
        /// Its label.
        label: String,
    },
    /// The front end recorded a value (`call {:cexpr "x"} boogie_si_record_*(v)`).
    Record,
    /// The front end said where the execution is in the source.
    Marker,
}

impl StepKind {
    /// One word for the kind, as JSON uses it.
    pub fn name(&self) -> &'static str {
        match self {
            StepKind::Call { .. } => "call",
            StepKind::Return { .. } => "return",
            StepKind::Iterate => "iterate",
            StepKind::Assign => "assign",
            StepKind::Havoc => "havoc",
            StepKind::Assume => "assume",
            StepKind::Assert => "assert",
            StepKind::Ensures => "ensures",
            StepKind::Branch { .. } => "branch",
            StepKind::Record => "record",
            StepKind::Marker => "marker",
        }
    }
}

/// An attribute with its arguments as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownAttribute {
    /// Its name without the colon.
    pub name: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// The assertion that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The place in the program.
    pub place: Location,
    /// The place in the source that the front end said it comes from.
    pub source: Option<Location>,
    /// The checked place that the assertion belongs to, if it has a number.
    pub item: Option<ItemId>,
    /// The procedure it is in.
    pub procedure: String,
    /// The number of calls around it.
    pub depth: u32,
    /// The statement as written.
    pub text: String,
    /// What the front end says about it (`{:msg "…"}`).
    pub message: Option<String>,
    /// The values that its condition depends on.
    pub values: Vec<Binding>,
    /// What it prints (`{:print …}`).
    pub printed: Option<String>,
    /// The attributes.
    pub attributes: Vec<ShownAttribute>,
}
