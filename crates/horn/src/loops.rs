//! Procedures that call themselves only as the last thing they do: loops.

use lariat_program::{CommandKind, Exit, ProcId, Program};
use lariat_vc::Template;

/// The positions of a procedure's calls of itself, if each of them is the last thing done before the
/// return and hands its results on as they are. Such a procedure is a loop: all its executions are
/// sequences of iterations, each from the inputs to the arguments of such a call, and an end.
pub(crate) fn tail_calls(program: &Program, template: &Template) -> Option<Vec<usize>> {
    let p = template.procedure;
    let procedure = &program.procedures[p];
    if !procedure.ensures.is_empty() {
        return None;
    }
    let mut tails = Vec::new();
    for block in &template.blocks {
        let Some(&last) = block.sites.last() else { continue };
        let own = |s: &usize| template.sites[*s].callee == p;
        if !block.sites.iter().any(own) {
            continue;
        }
        let code = &procedure.body.blocks[block.block];
        let (before, at_end) = block.sites.split_at(block.sites.len() - 1);
        if before.iter().any(own) || !at_end.iter().all(own) || code.exit != Exit::Return {
            return None;
        }
        let mut after = code.commands.iter().rev();
        let ends = after.find(|c| !matches!(c.kind, CommandKind::Mark(_)))?;
        match &ends.kind {
            CommandKind::Call(call) if call.callee == p && call.results == procedure.outputs => {}
            _ => return None,
        }
        tails.push(last);
    }
    (!tails.is_empty()).then_some(tails)
}

/// The procedures whose return means that the goal is met: the entry and those that the mode split says
/// end in the error.
pub(crate) fn ends(prepared: &lariat_passes::Prepared) -> rustc_hash::FxHashSet<ProcId> {
    let names: rustc_hash::FxHashSet<&str> =
        prepared.modes.error_procedures.iter().map(String::as_str).collect();
    let procedures = prepared.program.procedures.iter_enumerated();
    let named = procedures.filter(|(_, p)| names.contains(p.name.as_str())).map(|(id, _)| id);
    named.chain([prepared.entry]).collect()
}
