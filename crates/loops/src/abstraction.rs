//! Long loops: after so many iterations, anything that the loop can change has any value, and the
//! loop is at its end.
//!
//! The loop procedure gets one more input, the number of iterations that are still made one by one.
//! Every execution of the loop is still there, so a proof stays a proof. What is new may be no
//! execution at all, so a path through the abstraction is no bug yet.

use lariat_logic::{Op, Terms};
use lariat_program::{Block, BlockId, Command, CommandKind, Exit, Frame, Info, ProcId, Program};

/// A loop that is abstracted, and the block where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abstracted {
    /// The loop procedure.
    pub procedure: ProcId,
    /// The block that gives everything any value.
    pub block: BlockId,
}

impl Abstracted {
    /// Does the path rely on the abstraction?
    pub fn is_on(&self, path: &Frame) -> bool {
        let here = path.procedure == self.procedure && path.visits.contains(&self.block);
        here || path.calls.iter().any(|c| self.is_on(c))
    }
}

/// Abstracts a loop after so many iterations.
pub fn abstract_long(program: &mut Program, id: ProcId, after: u32) -> Abstracted {
    let left = program.terms.declare("iterations.left", Terms::INT);
    let (zero, one) = (program.terms.int(0), program.terms.int(1));
    let start = program.terms.int(after);
    let left_now = program.terms.var(left);
    let fewer = program.terms.app(Op::Sub, &[left_now, one]);
    let goes_on = program.terms.app(Op::Lt, &[zero, left_now]);
    let is_over = program.terms.not(goes_on);
    for caller in program.procedures.ids() {
        let count = if caller == id { fewer } else { start };
        let blocks = program.procedures[caller].body.blocks.iter_mut();
        for command in blocks.flat_map(|b| &mut b.commands) {
            if let CommandKind::Call(call) = &mut command.kind
                && call.callee == id
            {
                call.args.push(count);
            }
        }
    }
    let text = format!("anything after {after} iterations");
    let place = program.infos[program.procedures[id].info].place;
    let info = program.add_info(Info { place, attributes: Vec::new(), text, item: None });
    let command = |kind| Command { kind, info };
    let procedure = &mut program.procedures[id];
    procedure.inputs.push(left);
    procedure.fixed_recursion = Some(after + 1);
    let repeats = |b: &Block| b.calls().any(|c| c.callee == id);
    for block in procedure.body.blocks.iter_mut().filter(|b| repeats(b)) {
        block.commands.insert(0, command(CommandKind::Assume(goes_on)));
    }
    let changed: Vec<_> = procedure.outputs.iter().chain(&procedure.modifies).copied().collect();
    let block = procedure.body.blocks.push(Block {
        label: "$anything".into(),
        commands: vec![command(CommandKind::Assume(is_over)), command(CommandKind::Havoc(changed))],
        exit: Exit::Return,
    });
    if let Exit::Goto(targets) = &mut procedure.body.blocks[BlockId(0)].exit {
        targets.push(block);
    }
    Abstracted { procedure: id, block }
}
