//! A loop that goes wrong: whole iterations of the loop, and then one that goes wrong.
//!
//! The mode split makes of a loop procedure a recursive one that ends in the error. It says the same as
//! the loop procedure that returns, followed by the iteration in which something goes wrong; but then
//! what is known about the loop is enough, and nothing has to be found out about another recursion.

use lariat_logic::{Substitution, TermId, Terms, VarId};
use lariat_program::{Block, BlockId, Call, Command, CommandKind, Exit, ProcId, Program};
use rustc_hash::FxHashSet;

/// Rewrites the loops among the procedures that end in the error.
pub(super) fn separate_last_iterations(program: &mut Program, ends: &FxHashSet<ProcId>) {
    let mut ends: Vec<ProcId> = ends.iter().copied().collect();
    ends.sort();
    for id in ends {
        separate(program, id);
    }
}

/// For each input of a loop procedure, the output that it is at the end of the iterations.
pub(super) fn continued(program: &Program, id: ProcId) -> Vec<Option<VarId>> {
    let procedure = &program.procedures[id];
    let name = |v: VarId| program.terms.variable(v).name.as_str();
    let goes_on = |input: &VarId| {
        let output = name(*input).strip_suffix("#in")?;
        procedure.outputs.iter().copied().find(|&o| name(o) == output)
    };
    procedure.inputs.iter().map(goes_on).collect()
}

fn separate(program: &mut Program, id: ProcId) -> Option<()> {
    let own: Vec<BlockId> = blocks_calling(program, id, id);
    let name = program.procedures[id].name.strip_suffix("$error")?.to_owned();
    let normal = program.procedure_named(&name)?;
    let loops = &program.procedures[normal];
    let same = loops.inputs.len() == program.procedures[id].inputs.len()
        && loops.original().is_some()
        && loops.original() == program.procedures[id].original();
    if own.is_empty() || !same || !is_loop(program, normal) {
        return None;
    }
    // Where the iterations end: inputs that do not change, and outputs of the loop.
    let inputs = program.procedures[id].inputs.clone();
    let outputs = continued(program, normal);
    let unchanged = |program: &Program, k: usize| {
        let mut calls = own.iter().flat_map(|&b| {
            program.procedures[id].body.blocks[b].calls().filter(|c| c.callee == id)
        });
        calls.all(|c| {
            program.terms.as_var(c.args[k]) == Some(inputs[k]) || {
                program.terms.as_literal(c.args[k]).is_some()
            }
        })
    };
    let mut substitution = Substitution::new();
    let mut results = vec![None; program.procedures[normal].outputs.len()];
    for (k, &input) in inputs.iter().enumerate() {
        match outputs[k] {
            Some(output) => {
                let variable = program.terms.variable(output).clone();
                let last = program.terms.declare(format!("{}.last", variable.name), variable.sort);
                let at = program.procedures[normal].outputs.iter().position(|&o| o == output)?;
                results[at] = Some(last);
                let last = program.terms.var(last);
                substitution.set(input, last);
            }
            None if unchanged(program, k) => {}
            None => return None,
        }
    }
    let results: Vec<VarId> = results.into_iter().collect::<Option<_>>()?;
    let args: Vec<TermId> = inputs.iter().map(|&v| program.terms.var(v)).collect();
    let Program { procedures, terms, .. } = program;
    let info = procedures[id].info;
    for block in procedures[id].body.blocks.iter_mut() {
        for command in &mut block.commands {
            command.kind.map_terms(&mut |t| terms.substitute(t, &mut substitution));
        }
    }
    for block in own {
        let never = Command { kind: CommandKind::Assume(Terms::FALSE), info };
        procedures[id].body.blocks[block].commands = vec![never];
    }
    let call = CommandKind::Call(Call { callee: normal, args, results: results.clone() });
    procedures[id].body.blocks[BlockId(0)].commands.insert(0, Command { kind: call, info });
    procedures[id].locals.extend(results);
    Some(())
}

/// Whether a procedure runs any number of iterations: it returns at once with what it was given, or calls
/// itself at the end of an iteration and hands the results on.
pub(super) fn is_loop(program: &Program, id: ProcId) -> bool {
    let procedure = &program.procedures[id];
    let outputs = continued(program, id);
    let hands_over = |&(target, value): &(VarId, TermId)| {
        let mut pairs = procedure.inputs.iter().zip(&outputs);
        pairs.any(|(&i, &o)| o == Some(target) && program.terms.as_var(value) == Some(i))
    };
    let idle = |block: &Block| {
        block.commands.iter().all(|c| match &c.kind {
            CommandKind::Mark(_) => true,
            CommandKind::Assign(pairs) => pairs.iter().all(hands_over),
            _ => false,
        })
    };
    let body = &procedure.body;
    let predecessors = body.predecessors();
    let mut recurses = false;
    let returns = body.blocks.iter_enumerated().filter(|(_, b)| b.exit == Exit::Return);
    let well_ended = returns.into_iter().all(|(b, block)| {
        let last = block.commands.iter().rev().find(|c| !matches!(c.kind, CommandKind::Mark(_)));
        match last.map(|c| &c.kind) {
            Some(CommandKind::Call(call)) if call.callee == id => {
                recurses = true;
                call.results == procedure.outputs
                    && block.calls().filter(|c| c.callee == id).count() == 1
            }
            _ => idle(block) && (b == BlockId(0) || predecessors[b] == [BlockId(0)]),
        }
    });
    let elsewhere = body.blocks.iter().filter(|b| b.exit != Exit::Return);
    let covered = procedure.outputs.iter().all(|o| outputs.contains(&Some(*o)));
    let starts = idle(&body.blocks[BlockId(0)]);
    let mut in_middle = elsewhere.flat_map(Block::calls);
    recurses
        && well_ended
        && covered
        && starts
        && !in_middle.any(|c| c.callee == id)
        && procedure.ensures.is_empty()
}

/// The blocks of a procedure in which it calls another one.
pub(super) fn blocks_calling(program: &Program, id: ProcId, callee: ProcId) -> Vec<BlockId> {
    let blocks = program.procedures[id].body.blocks.iter_enumerated();
    blocks.filter(|(_, b)| b.calls().any(|c| c.callee == callee)).map(|(b, _)| b).collect()
}
