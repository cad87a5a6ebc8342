//! Jump threading: a join block that only assumes something about a variable that is constant on some
//! incoming edges is copied to its predecessors, where the assumption is decided.
//!
//! Front ends produce this all the time (`t := 0; goto L … t := 1; goto L … L: assume t != 0`), and so
//! does an error flag that is set in one place and tested at the end.

use crate::blocks::retain_blocks;
use lariat_program::{BlockId, Body, CommandKind, Exit, Program, reverse_postorder};
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks longer than this are not copied.
const MAX_COMMANDS: usize = 6;
/// Join blocks with more predecessors than this are not copied.
const MAX_COPIES: usize = 32;
/// Chains of joins longer than this are not unfolded to the end.
const MAX_ROUNDS: usize = 8;

/// Copies deciding join blocks into their predecessors in every procedure.
pub fn thread_jumps(program: &mut Program) {
    let terms = &program.terms;
    for procedure in program.procedures.iter_mut() {
        // A chain of joins is unfolded one link per round.
        let mut budget = 200 + 2 * commands_in(&procedure.body);
        for _ in 0..MAX_ROUNDS {
            if !thread_body(&mut procedure.body, terms, &mut budget) {
                break;
            }
        }
    }
}

fn commands_in(body: &Body) -> usize {
    body.blocks.iter().map(|b| b.commands.len()).sum()
}

fn thread_body(body: &mut Body, terms: &lariat_logic::Terms, budget: &mut usize) -> bool {
    let predecessors = body.predecessors();
    // Variables with a literal value at the end of each block, from that block alone.
    let mut literal_at_end: FxHashMap<BlockId, Vec<lariat_logic::VarId>> = FxHashMap::default();
    for (id, block) in body.blocks.iter_enumerated() {
        let mut vars = Vec::new();
        for command in &block.commands {
            let targets = command.kind.targets();
            vars.retain(|v| !targets.contains(v));
            if let CommandKind::Assign(pairs) = &command.kind {
                vars.extend(pairs.iter().filter(|p| terms.as_literal(p.1).is_some()).map(|p| p.0));
            }
        }
        literal_at_end.insert(id, vars);
    }
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
        let small = block.commands.len() <= MAX_COMMANDS
            && block.commands.iter().all(|c| !matches!(c.kind, CommandKind::Call(_)));
        if !small {
            continue;
        }
        let tested = tested_variables(body, b, terms);
        let decides = incoming.iter().any(|q| literal_at_end[q].iter().any(|v| tested.contains(v)));
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

/// Variables on which the block's own assumptions, or the first ones of its successors, depend.
fn tested_variables(
    body: &Body,
    b: BlockId,
    terms: &lariat_logic::Terms,
) -> Vec<lariat_logic::VarId> {
    let mut tested = Vec::new();
    let assumes = |block: BlockId, tested: &mut Vec<lariat_logic::VarId>| {
        for command in &body.blocks[block].commands {
            if let CommandKind::Assume(t) = command.kind {
                tested.extend(terms.variables([t]));
            }
        }
    };
    assumes(b, &mut tested);
    for &next in body.blocks[b].successors() {
        for command in &body.blocks[next].commands {
            match command.kind {
                CommandKind::Assume(t) => tested.extend(terms.variables([t])),
                CommandKind::Mark(_) => {}
                _ => break,
            }
        }
    }
    tested
}
