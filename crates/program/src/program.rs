//! The program's parts.

use crate::attribute::{Info, InfoId};
use lariat_logic::{IndexVec, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

lariat_logic::index_types! {
    /// A procedure of a program.
    ProcId;
    /// A block of a procedure; 0 is where it starts.
    BlockId;
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Sorts, variables, functions and terms.
    pub terms: Terms,
    /// Variables that keep their value across calls.
    pub globals: Vec<VarId>,
    /// Variables that never change; a model picks their values within the axioms.
    pub constants: Vec<VarId>,
    /// Groups of constants of one sort that are pairwise different.
    pub unique: Vec<Vec<VarId>>,
    /// What holds of constants and functions.
    pub axioms: Vec<Axiom>,
    /// The procedures.
    pub procedures: IndexVec<ProcId, Procedure>,
    /// Source file names, as given by the user.
    pub files: Vec<String>,
    /// Places and attributes that commands refer to.
    pub infos: IndexVec<InfoId, Info>,
    /// Blocks that are iterations in front of a loop, by the name of the procedure and the label.
    pub peeled: FxHashMap<(String, String), Peeled>,
}

/// The block of a loop that another one is a copy of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peeled {
    /// The label of the loop's head.
    pub head: String,
    /// The label of the block in the loop.
    pub label: String,
    /// The iteration that the copy is part of, from 1.
    pub iteration: u32,
}

/// A fact about constants and functions.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// The formula.
    pub formula: TermId,
    /// Where it comes from.
    pub info: InfoId,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name, unique in the program.
    pub name: String,
    /// Input parameters; never assigned.
    pub inputs: Vec<VarId>,
    /// Output parameters.
    pub outputs: Vec<VarId>,
    /// Local variables; arbitrary at the start.
    pub locals: Vec<VarId>,
    /// Globals that it may change, itself or through calls, as declared or inferred.
    pub modifies: Vec<VarId>,
    /// Assumed at every return: formulas over constants, inputs, outputs, globals and
    /// [`Term::Old`](lariat_logic::Term::Old) of globals. They also summarise a call that is not looked into.
    pub ensures: Vec<TermId>,
    /// The code.
    pub body: Body,
    /// Added to the recursion bound for this procedure (`{:SIextraRecBound n}`).
    pub extra_recursion: u32,
    /// How often it may be on the call stack whatever the bound (`{:unwind n}`).
    pub fixed_recursion: Option<u32>,
    /// How often it must be on the call stack before it can be of use, as far as is known: a loop that
    /// cannot be left earlier. Only a hint for the search.
    pub needs_recursion: u32,
    /// Whether the program says what it does; otherwise its code is what its contract allows.
    pub has_body: bool,
    /// The loop this procedure stands for, if it was made from one.
    pub loop_info: Option<LoopInfo>,
    /// Declaration place and attributes.
    pub info: InfoId,
}

/// The loop that a procedure stands for: it runs any number of whole iterations and returns at the
/// loop head; the last, partial iteration is in the caller.
#[derive(Clone, Debug)]
pub struct LoopInfo {
    /// The procedure whose loop it is.
    pub procedure: ProcId,
    /// The label of the loop head.
    pub label: String,
    /// The labels of the loop's blocks in that procedure.
    pub inside: Vec<String>,
}

/// The code of a procedure: an acyclic graph of blocks.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The blocks; block 0 is the start.
    pub blocks: IndexVec<BlockId, Block>,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its label, unique in the procedure.
    pub label: String,
    /// Its commands, in order.
    pub commands: Vec<Command>,
    /// What comes after them.
    pub exit: Exit,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Any of these blocks comes next; with none, execution blocks.
    Goto(Vec<BlockId>),
    /// The procedure returns.
    Return,
}

/// A command with its place and attributes.
#[derive(Clone, Debug)]
pub struct Command {
    /// What it does.
    pub kind: CommandKind,
    /// Where it comes from.
    pub info: InfoId,
}

/// What a command does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// Goes on only if the formula holds.
    Assume(TermId),
    /// Ends the whole execution in an error if the formula does not hold.
    Assert(TermId),
    /// Assigns all right sides at once; the left sides are different variables.
    Assign(Vec<(VarId, TermId)>),
    /// Gives arbitrary values.
    Havoc(Vec<VarId>),
    /// Calls a procedure.
    Call(Call),
    /// Does nothing; says where the execution is in the program before any pass.
    Mark(Mark),
}

/// A procedure call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The procedure called.
    pub callee: ProcId,
    /// One term per input.
    pub args: Vec<TermId>,
    /// One variable per output, all different.
    pub results: Vec<VarId>,
}

/// A milestone of an execution of the program as it was before any pass. Passes move marks along with
/// the commands around them, so that the marks along a path of the transformed program spell the path
/// of the original one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// This block of this procedure is entered.
    Visit(ProcId, BlockId),
    /// A call of this procedure begins, whose code was put in place of the call.
    Enter(ProcId),
    /// That call ends.
    Leave,
}

impl Program {
    /// Records where something comes from.
    pub fn add_info(&mut self, info: Info) -> InfoId {
        self.infos.push(info)
    }

    /// The procedure of this name.
    pub fn procedure_named(&self, name: &str) -> Option<ProcId> {
        self.procedures.ids().find(|&p| self.procedures[p].name == name)
    }

    /// Procedure names to identifiers.
    pub fn procedure_names(&self) -> FxHashMap<&str, ProcId> {
        self.procedures.iter_enumerated().map(|(id, p)| (p.name.as_str(), id)).collect()
    }

    /// The number of commands, marks not counted.
    pub fn command_count(&self) -> usize {
        self.procedures
            .iter()
            .flat_map(|p| &p.body.blocks)
            .flat_map(|b| &b.commands)
            .filter(|c| !matches!(c.kind, CommandKind::Mark(_)))
            .count()
    }

    /// Puts a [`Mark::Visit`] at the start of every block: done once, before the first pass.
    pub fn mark_blocks(&mut self) {
        for proc in self.procedures.ids() {
            let info = self.procedures[proc].info;
            for block in self.procedures[proc].body.blocks.ids() {
                let kind = CommandKind::Mark(Mark::Visit(proc, block));
                let commands = &mut self.procedures[proc].body.blocks[block].commands;
                commands.insert(0, Command { kind, info });
            }
        }
    }
}

impl Procedure {
    /// How often it may be on the call stack when the bound of the search is this.
    pub fn recursion_bound(&self, bound: u32) -> u32 {
        self.fixed_recursion.unwrap_or(bound.saturating_add(self.extra_recursion))
    }

    /// The procedure of the original program that this one is a version of: its first mark says so.
    /// Before [`Program::mark_blocks`] there is none.
    pub fn original(&self) -> Option<ProcId> {
        self.body.blocks.iter().flat_map(|b| &b.commands).find_map(|c| match c.kind {
            CommandKind::Mark(Mark::Visit(original, _)) => Some(original),
            _ => None,
        })
    }
}

impl Block {
    /// The blocks that may come next.
    pub fn successors(&self) -> &[BlockId] {
        match &self.exit {
            Exit::Goto(targets) => targets,
            Exit::Return => &[],
        }
    }

    /// The calls in this block, in order.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.commands.iter().filter_map(|c| match &c.kind {
            CommandKind::Call(call) => Some(call),
            _ => None,
        })
    }
}

impl Body {
    /// For every block, the blocks that may come before it.
    pub fn predecessors(&self) -> IndexVec<BlockId, Vec<BlockId>> {
        let mut result = IndexVec::from_vec(vec![Vec::new(); self.blocks.len()]);
        for (id, block) in self.blocks.iter_enumerated() {
            for &next in block.successors() {
                result[next].push(id);
            }
        }
        result
    }
}

impl CommandKind {
    /// The variables that the command gives a new value (a call: its results, not the globals it
    /// changes).
    pub fn targets(&self) -> Vec<VarId> {
        match self {
            CommandKind::Assign(pairs) => pairs.iter().map(|p| p.0).collect(),
            CommandKind::Havoc(vars) => vars.clone(),
            CommandKind::Call(call) => call.results.clone(),
            CommandKind::Assume(_) | CommandKind::Assert(_) | CommandKind::Mark(_) => Vec::new(),
        }
    }

    /// Puts other terms in place of those that the command evaluates.
    pub fn map_terms(&mut self, change: &mut dyn FnMut(TermId) -> TermId) {
        match self {
            CommandKind::Assume(t) | CommandKind::Assert(t) => *t = change(*t),
            CommandKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, t)| *t = change(*t)),
            CommandKind::Call(call) => call.args.iter_mut().for_each(|t| *t = change(*t)),
            CommandKind::Havoc(_) | CommandKind::Mark(_) => {}
        }
    }

    /// The terms that the command evaluates.
    pub fn terms(&self) -> Vec<TermId> {
        match self {
            CommandKind::Assume(t) | CommandKind::Assert(t) => vec![*t],
            CommandKind::Assign(pairs) => pairs.iter().map(|p| p.1).collect(),
            CommandKind::Call(call) => call.args.clone(),
            CommandKind::Havoc(_) | CommandKind::Mark(_) => Vec::new(),
        }
    }
}
