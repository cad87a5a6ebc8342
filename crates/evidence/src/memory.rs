//! Memory in an execution: what the objects are that get an address while the program runs, and
//! what memory holds that nobody has written.

use crate::{Execution, bits};
use lariat_c2boogie::{Origin, Thing};
use lariat_trace::{Location, Step, StepKind};

/// An object that an execution allocates.
#[derive(Clone, Debug)]
pub struct Allocation {
    /// What it is.
    pub thing: Thing,
    /// The function that it comes from: `malloc`, …
    pub from: String,
    /// Where it starts.
    pub address: u64,
    /// Which step of the trace.
    pub step: usize,
}

/// An allocation that fails in an execution.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The function: `malloc`, …
    pub from: String,
    /// Which step of the trace.
    pub step: usize,
    /// Where in C.
    pub place: Option<Location>,
}

/// What memory holds at the start at a place that is read: address, bytes, bits.
#[derive(Clone, Copy, Debug)]
pub struct InitialWord {
    /// Where.
    pub address: u64,
    /// In bytes.
    pub width: u32,
    /// What.
    pub bits: u128,
    /// Is it a pointer, if that is known?
    pub pointer: Option<bool>,
}

/// The objects that are allocated, in the order of execution.
pub fn allocations(execution: Execution<'_>) -> Vec<Allocation> {
    let mut found = Vec::new();
    for (n, step) in assignments(execution) {
        for write in &step.writes {
            let (thing, from) = match execution.symbols.origin(&step.procedure, &write.name) {
                Some(Origin::Allocated(object)) => {
                    let Some(o) = execution.symbols.objects.get(object.index()) else { continue };
                    (o.thing, o.name.clone())
                }
                Some(Origin::AddressOf(v)) => (Thing::Local(v), String::new()),
                _ => continue,
            };
            let Some(address) = bits::of_shown(&write.value) else { continue };
            found.push(Allocation { thing, from, address: address as u64, step: n });
        }
    }
    found
}

/// The allocations that fail, in the order of execution.
pub fn refusals(execution: Execution<'_>) -> Vec<Refusal> {
    let mut found = Vec::new();
    for (n, step) in assignments(execution) {
        for write in &step.writes {
            let origin = execution.symbols.origin(&step.procedure, &write.name);
            let Some(Origin::NoMemory(function)) = origin else { continue };
            let from = execution.program.name(execution.program.function(function).name).to_owned();
            found.push(Refusal { from, step: n, place: step.source.clone() });
        }
    }
    found
}

fn assignments<'a>(execution: Execution<'a>) -> impl Iterator<Item = (usize, &'a Step)> {
    let steps = execution.trace.steps.iter().enumerate();
    steps.filter(|(_, s)| s.kind == StepKind::Assign)
}

/// The content of memory at the start, where it is read.
pub fn initial_words(execution: Execution<'_>) -> Vec<InitialWord> {
    let mut words = Vec::new();
    for entry in &execution.trace.start {
        let Some(&width) = execution.symbols.maps.get(&entry.variable) else { continue };
        let address = entry.place.first().and_then(bits::of_value);
        if let (Some(address), Some(value)) = (address, bits::of_value(&entry.value)) {
            let bits = bits::cut(value, width * 8);
            let pointer = execution.symbols.pointers.get(&entry.variable).copied();
            words.push(InitialWord { address: address as u64, width, bits, pointer });
        }
    }
    words.sort_by_key(|w| (w.address, w.width));
    words
}
