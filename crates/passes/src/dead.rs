//! Dead assignments: a value that is never read need not be computed.
//!
//! Variables local to a procedure are tracked backward over its blocks; globals and outputs count as
//! read at the end, because finer knowledge (which outputs callers use) belongs to formula generation.

use lariat_logic::VarId;
use lariat_program::{CommandKind, ProcId, Program, reverse_postorder};
use rustc_hash::FxHashSet;

/// Drops assignments to locals that are not read afterwards, in every procedure.
pub fn remove_dead_assignments(program: &mut Program, entry: ProcId) {
    for p in program.procedures.ids() {
        remove_in(program, p, p == entry);
    }
}

fn remove_in(program: &mut Program, p: ProcId, is_entry: bool) {
    let terms = &program.terms;
    let procedure = &mut program.procedures[p];
    let mut removable: FxHashSet<VarId> = procedure.locals.iter().copied().collect();
    if is_entry {
        removable.extend(procedure.outputs.iter().copied());
    }
    let ensured: FxHashSet<VarId> =
        terms.variables(procedure.ensures.iter().copied()).into_iter().collect();
    let order = reverse_postorder(&procedure.body);
    let mut live_at_start = vec![FxHashSet::default(); procedure.body.blocks.len()];
    for b in order.into_iter().rev() {
        let block = &mut procedure.body.blocks[b];
        let mut live: FxHashSet<VarId> = ensured.clone();
        for &next in block.successors() {
            live.extend(live_at_start[next.index()].iter().copied());
        }
        for command in block.commands.iter_mut().rev() {
            let is_live = |v: &VarId| !removable.contains(v) || live.contains(v);
            match &mut command.kind {
                CommandKind::Assign(pairs) => pairs.retain(|(v, _)| is_live(v)),
                CommandKind::Havoc(vars) => vars.retain(is_live),
                _ => {}
            }
            for v in command.kind.targets() {
                live.remove(&v);
            }
            live.extend(terms.variables(command.kind.terms()));
        }
        block.commands.retain(|c| match &c.kind {
            CommandKind::Assign(pairs) => !pairs.is_empty(),
            CommandKind::Havoc(vars) => !vars.is_empty(),
            _ => true,
        });
        live_at_start[b.index()] = live;
    }
}
