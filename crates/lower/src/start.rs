//! Where the whole program starts: the where clauses of globals hold there.

use lariat_logic::{IndexVec, TermId};
use lariat_program::{
    Block, BlockId, Body, Call, CallGraph, Command, CommandKind, Exit, ProcId, Procedure, Program,
};

/// Assumes the formulas where the execution starts, and nowhere else; gives the entry to use from now
/// on. An entry that is called by some procedure is left alone and gets a procedure around it.
pub(crate) fn assume_at_start(program: &mut Program, entry: ProcId, formulas: &[TermId]) -> ProcId {
    if formulas.is_empty() {
        return entry;
    }
    let info = program.procedures[entry].info;
    let assumptions: Vec<Command> =
        formulas.iter().map(|&f| Command { kind: CommandKind::Assume(f), info }).collect();
    let called = CallGraph::new(program).callees.iter().any(|callees| callees.contains(&entry));
    if !called && !program.procedures[entry].body.blocks.is_empty() {
        let first = &mut program.procedures[entry].body.blocks[BlockId::from(0)];
        first.commands.splice(0..0, assumptions);
        return entry;
    }
    let start = around(program, entry, assumptions);
    program.procedures.push(start)
}

/// A procedure that assumes, and calls the entry.
fn around(program: &mut Program, entry: ProcId, mut commands: Vec<Command>) -> Procedure {
    let inner = program.procedures[entry].clone();
    let args = inner.inputs.iter().map(|&v| program.terms.var(v)).collect();
    let call = Call { callee: entry, args, results: inner.outputs.clone() };
    commands.push(Command { kind: CommandKind::Call(call), info: inner.info });
    let block = Block { label: "start".into(), commands, exit: Exit::Return };
    Procedure {
        name: format!("{}$start", inner.name),
        locals: Vec::new(),
        ensures: Vec::new(),
        body: Body { blocks: IndexVec::from_vec(vec![block]) },
        loop_info: None,
        ..inner
    }
}
