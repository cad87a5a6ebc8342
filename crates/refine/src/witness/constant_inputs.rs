//! Inputs that are the same number in every call become that number: the addresses of arrays, which
//! loops are handed over as inputs.

use lariat_logic::{Substitution, TermId, VarId};
use lariat_program::{ProcId, Program};
use rustc_hash::FxHashMap;

/// What is known about an input: nothing was passed yet, one literal, or anything.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    Nothing,
    Literal(TermId),
    Anything,
}

/// Replaces inputs that always have the same value. The entry's inputs may be anything.
pub(super) fn constant_inputs(program: &mut Program, entry: ProcId) {
    let mut passed: FxHashMap<(ProcId, VarId), Passed> = FxHashMap::default();
    for (id, procedure) in program.procedures.iter_enumerated() {
        let first = if id == entry { Passed::Anything } else { Passed::Nothing };
        passed.extend(procedure.inputs.iter().map(|&v| ((id, v), first)));
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (id, procedure) in program.procedures.iter_enumerated() {
            for call in procedure.body.blocks.iter().flat_map(|b| b.calls()) {
                let inputs = &program.procedures[call.callee].inputs;
                for (&arg, &input) in call.args.iter().zip(inputs) {
                    let own = program.terms.as_var(arg).and_then(|v| passed.get(&(id, v)));
                    let new = match own {
                        Some(&known) => known,
                        None if program.terms.as_literal(arg).is_some() => Passed::Literal(arg),
                        None => Passed::Anything,
                    };
                    let Some(old) = passed.get_mut(&(call.callee, input)) else { continue };
                    let joined = match (*old, new) {
                        (Passed::Nothing, new) => new,
                        (old, Passed::Nothing) => old,
                        (old, new) if old == new => old,
                        _ => Passed::Anything,
                    };
                    changed |= joined != *old;
                    *old = joined;
                }
            }
        }
    }
    let mut known: FxHashMap<ProcId, Substitution> = FxHashMap::default();
    for ((id, input), value) in passed {
        if let Passed::Literal(literal) = value {
            known.entry(id).or_default().set(input, literal);
        }
    }
    for (id, mut substitution) in known {
        let Program { procedures, terms, .. } = program;
        for block in procedures[id].body.blocks.iter_mut() {
            for command in &mut block.commands {
                command.kind.map_terms(&mut |t| terms.substitute(t, &mut substitution));
            }
        }
    }
}
