//! Jump threading: a join block that only assumes something about a variable that is constant on some
//! incoming edges is copied to its predecessors, where the assumption is decided.
//!
//! Front ends produce this all the time (`t := 0; goto L … t := 1; goto L … L: assume t != 0`), and so
//! does an error flag that is set in one place and tested at the end.

use crate::blocks::retain_blocks;
use crate::propagate::{Known, propagate_in};
use lariat_logic::{Terms, VarId};
use lariat_program::{
    BlockId, Body, CallGraph, CommandKind, Effects, Exit, Program, reverse_postorder,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks longer than this are not copied.
const MAX_COMMANDS: usize = 8;
/// Join blocks with more predecessors than this are not copied.
const MAX_COPIES: usize = 32;
/// Chains of joins longer than this are not unfolded to the end.
const MAX_ROUNDS: usize = 8;

/// Copies deciding join blocks into their predecessors in every procedure.
pub fn thread_jumps(program: &mut Program) {
    let graph = CallGraph::new(program);
    let effects = Effects::new(program, &graph);
    for p in program.procedures.ids() {
        let mut budget = 200 + 2 * commands_in(&program.procedures[p].body);
        // A chain of joins is unfolded one link per round.
        for _ in 0..MAX_ROUNDS {
            let known = propagate_in(program, p, &effects);
            let body = &mut program.procedures[p].body;
            if !thread_body(body, &program.terms, &known, &mut budget) {
                break;
            }
        }
    }
}

fn commands_in(body: &Body) -> usize {
    body.blocks.iter().map(|b| b.commands.len()).sum()
}

fn thread_body(
    body: &mut Body,
    terms: &Terms,
    known: &FxHashMap<BlockId, Option<Known>>,
    budget: &mut usize,
) -> bool {
    let predecessors = body.predecessors();
    let mut changed = false;
    // Blocks whose predecessors have changed in this round.
    let mut stale = FxHashSet::default();
    for b in reverse_postorder(body) {
        let incoming = &predecessors[b];
        let copies = 2..=MAX_COPIES;
        if b == BlockId(0) || !copies.contains(&incoming.len()) || stale.contains(&b) {
            continue;
        }
        let block = &body.blocks[b];
        let real = block.commands.iter().filter(|c| !matches!(c.kind, CommandKind::Mark(_)));
        let small = real.count() <= MAX_COMMANDS && block.calls().next().is_none();
        if !small {
            continue;
        }
        let tested = tested_variables(body, b, terms);
        // What is known on some way in but not on all.
        let value = |q: &BlockId, v| known.get(q).and_then(|k| k.as_ref()?.get(v).copied());
        let decides = tested.iter().any(|v| {
            let mut values = incoming.iter().map(|q| value(q, v));
            let first = values.next().flatten();
            values.any(|t| t != first)
        });
        // Only predecessors that go nowhere else: the copy becomes part of them.
        let simple = incoming.iter().all(|q| body.blocks[*q].successors() == [b]);
        let growth = block.commands.len() * incoming.len();
        if decides && simple && growth <= *budget {
            *budget -= growth;
            stale.extend(block.successors().iter().copied());
            let (commands, exit) = (block.commands.clone(), block.exit.clone());
            for &q in incoming {
                body.blocks[q].commands.extend(commands.iter().cloned());
                body.blocks[q].exit = exit.clone();
            }
            body.blocks[b].exit = Exit::Goto(Vec::new());
            changed = true;
        }
    }
    if changed {
        let mut keep = vec![false; body.blocks.len()];
        for b in reverse_postorder(body) {
            keep[b.index()] = true;
        }
        retain_blocks(body, &keep);
    }
    changed
}

/// Variables at the start of the block on which its own assumptions, or the first ones of its
/// successors, depend.
fn tested_variables(body: &Body, b: BlockId, terms: &Terms) -> Vec<VarId> {
    let mut tested = Vec::new();
    for &next in body.blocks[b].successors() {
        for command in &body.blocks[next].commands {
            match command.kind {
                CommandKind::Assume(t) => tested.extend(terms.variables([t])),
                CommandKind::Mark(_) => {}
                _ => break,
            }
        }
    }
    for command in body.blocks[b].commands.iter().rev() {
        match &command.kind {
            CommandKind::Assume(t) => tested.extend(terms.variables([*t])),
            CommandKind::Assign(pairs) => {
                let read = pairs.iter().filter(|(v, _)| tested.contains(v)).map(|p| p.1);
                let read = terms.variables(read);
                tested.retain(|v| pairs.iter().all(|p| p.0 != *v));
                tested.extend(read);
            }
            _ => {}
        }
    }
    tested
}
