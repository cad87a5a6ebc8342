//! The inputs of an execution: what the program did not decide itself.

use crate::memory::{InitialWord, initial_words};
use crate::{Execution, bits};
use lariat_c::{Program, TypeId};
use lariat_c2boogie::{Origin, Symbols, Thing};
use lariat_trace::{Location, StepKind};

/// A value from outside.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is the value of.
    pub origin: Origin,
    /// Its bits; none if nobody reads it.
    pub bits: Option<u128>,
    /// Where in C it came in.
    pub place: Option<Location>,
    /// Which step of the trace.
    pub step: usize,
}

/// All inputs in the order of execution.
pub fn inputs(execution: Execution<'_>) -> Vec<Input> {
    let mut inputs = Vec::new();
    for (n, step) in execution.trace.steps.iter().enumerate() {
        if step.kind == StepKind::Assign {
            inputs.extend(many(execution, n));
        }
        if step.kind != StepKind::Havoc {
            continue;
        }
        for name in &step.havocked {
            let Some(origin) = execution.symbols.origin(&step.procedure, name) else { continue };
            let value = step.writes.iter().find(|w| w.name == *name);
            inputs.push(Input {
                origin,
                bits: value.and_then(|w| bits::of_shown(&w.value)),
                place: step.source.clone(),
                step: n,
            });
        }
    }
    inputs
}

/// The inputs of a loop that is one step: new memory stands for them.
fn many(execution: Execution<'_>, n: usize) -> Vec<Input> {
    let step = &execution.trace.steps[n];
    let mut inputs = Vec::new();
    for write in &step.writes {
        let object = match execution.symbols.origin(&step.procedure, &write.name) {
            Some(Origin::Allocated(object)) => execution.symbols.objects.get(object.index()),
            _ => continue,
        };
        let Some(Thing::Inputs(function, count)) = object.map(|o| o.thing) else { continue };
        let Some(first) = bits::of_shown(&write.value) else { continue };
        let words = initial_words(execution);
        for i in 0..u64::from(count) {
            let at = first as u64 + i;
            let around = |w: &&InitialWord| w.address <= at && at - w.address < u64::from(w.width);
            let word = words.iter().find(around);
            inputs.push(Input {
                origin: Origin::ResultOf(function),
                bits: word.map(|w| bits::cut(w.bits >> (8 * (at - w.address)), 8)),
                place: step.source.clone(),
                step: n,
            });
        }
    }
    inputs
}

impl Execution<'_> {
    /// The type of what an origin means; none for addresses.
    pub fn type_of(&self, origin: Origin) -> Option<TypeId> {
        type_of(self.program, self.symbols, origin)
    }
}

/// The type of what an origin means; none for addresses.
pub fn type_of(program: &Program, symbols: &Symbols, origin: Origin) -> Option<TypeId> {
    let result = |f| program.types.function(program.function(f).ty).map(|t| t.result);
    match origin {
        Origin::Local(v) | Origin::Uninitialised(v) => Some(program.var(v).ty),
        Origin::Global(g) => Some(program.global(g).ty),
        Origin::ResultOf(f) | Origin::Result(f) => result(f),
        Origin::ResultThrough(e) => {
            let callee = program.types.pointee(program.expr(e).ty)?;
            program.types.function(callee).map(|t| t.result)
        }
        Origin::Argument(n) => {
            let entry = program.function(symbols.entry?);
            entry.params.get(n as usize).map(|&p| program.var(p).ty)
        }
        Origin::AddressOf(_) | Origin::Allocated(_) | Origin::NoMemory(_) => None,
    }
}
