//! Removes what no execution of interest can visit.

use crate::blocks::{is_blocked, retain_blocks, retain_procedures};
use lariat_program::{BlockId, Body, CallGraph, CommandKind, Exit, ProcId, Program};

/// Drops the procedures that the entry cannot reach. Returns the entry's new number.
pub fn prune_procedures(program: &mut Program, entry: ProcId) -> ProcId {
    let graph = CallGraph::new(program);
    let mut keep = vec![false; program.procedures.len()];
    for p in graph.reachable(entry) {
        keep[p.index()] = true;
    }
    let new_id = retain_procedures(program, &keep);
    new_id[entry.index()].expect("the entry is kept")
}

/// Drops the blocks that are not on any path from the start to a return or to something that may go
/// wrong (an assertion or a call).
pub fn prune_blocks(program: &mut Program) {
    for procedure in program.procedures.iter_mut() {
        prune_body(&mut procedure.body);
    }
}

pub(crate) fn prune_body(body: &mut Body) {
    let count = body.blocks.len();
    let blocked: Vec<bool> = body.blocks.iter().map(is_blocked).collect();
    let mut reached = vec![false; count];
    let mut stack = vec![BlockId(0)];
    reached[0] = true;
    while let Some(b) = stack.pop() {
        if blocked[b.index()] {
            continue;
        }
        for &next in body.blocks[b].successors() {
            if !reached[next.index()] {
                reached[next.index()] = true;
                stack.push(next);
            }
        }
    }
    // A block matters if it can return, may fail before it is blocked, or leads to one that matters.
    let predecessors = body.predecessors();
    let mut matters = vec![false; count];
    let mut stack: Vec<BlockId> = body.blocks.ids().filter(|&b| ends_something(body, b)).collect();
    for b in &stack {
        matters[b.index()] = true;
    }
    while let Some(b) = stack.pop() {
        for &before in &predecessors[b] {
            if !matters[before.index()] && !blocked[before.index()] {
                matters[before.index()] = true;
                stack.push(before);
            }
        }
    }
    let keep: Vec<bool> = (0..count).map(|i| reached[i] && matters[i]).collect();
    retain_blocks(body, &keep);
    for block in body.blocks.iter_mut() {
        if let Some(end) = block.commands.iter().position(
            |c| matches!(c.kind, CommandKind::Assume(t) if t == lariat_logic::Terms::FALSE),
        ) {
            block.commands.truncate(end + 1);
            block.exit = Exit::Goto(Vec::new());
        }
    }
}

fn ends_something(body: &Body, b: BlockId) -> bool {
    for command in &body.blocks[b].commands {
        match command.kind {
            CommandKind::Assume(t) if t == lariat_logic::Terms::FALSE => return false,
            CommandKind::Assert(t) if t != lariat_logic::Terms::TRUE => return true,
            CommandKind::Call(_) => return true,
            _ => {}
        }
    }
    body.blocks[b].exit == Exit::Return
}

/// Drops the blocks that are not on a path to a return, in every procedure, and cuts paths at calls
/// of procedures that never return: for programs without assertions, where returning is all that
/// counts.
pub fn prune_to_return(program: &mut Program) {
    let graph = CallGraph::new(program);
    let mut never_returns = vec![false; program.procedures.len()];
    // Callees first: one sweep finds all but what only recursion could show.
    for p in graph.components.iter().flatten() {
        let body = &mut program.procedures[*p].body;
        for command in body.blocks.iter_mut().flat_map(|b| &mut b.commands) {
            if matches!(&command.kind, CommandKind::Call(c) if never_returns[c.callee.index()]) {
                command.kind = CommandKind::Assume(lariat_logic::Terms::FALSE);
            }
        }
        prune_body_to_return(body);
        never_returns[p.index()] = body.blocks.iter().all(|b| b.exit != Exit::Return);
    }
}

/// Drops the blocks from which no return can be reached.
pub(crate) fn prune_body_to_return(body: &mut Body) {
    let predecessors = body.predecessors();
    let mut leads = vec![false; body.blocks.len()];
    let mut stack: Vec<BlockId> =
        body.blocks.ids().filter(|&b| body.blocks[b].exit == Exit::Return).collect();
    for b in &stack {
        leads[b.index()] = true;
    }
    while let Some(b) = stack.pop() {
        for &q in &predecessors[b] {
            if !std::mem::replace(&mut leads[q.index()], true) {
                stack.push(q);
            }
        }
    }
    retain_blocks(body, &leads);
    prune_body(body);
}
