//! Which memory maps there are, what each holds, and why it is not split further.

use crate::ir::*;
use crate::memory::{MemoryModel, Reasons};
use lariat_c::Program;
use std::collections::BTreeMap;

/// A map and what there is to say about it.
#[derive(Clone, Debug)]
pub struct ExplainedMap {
    /// Its name in Boogie.
    pub name: String,
    /// Bytes in an element.
    pub width: u32,
    /// Types and fields that are accessed in it, each with the number of places in the program.
    pub holds: Vec<(String, usize)>,
    /// Objects with a name that lie in the part of memory it belongs to.
    pub objects: Vec<String>,
    /// What kept it from being split further, with places.
    pub reasons: Vec<String>,
}

/// More reasons than this say nothing new.
const MOST_REASONS: usize = 8;

pub(crate) fn explain(m: &Module, c: &Program, memory: &dyn MemoryModel) -> Vec<ExplainedMap> {
    let mut holds: Vec<BTreeMap<String, usize>> = vec![BTreeMap::new(); memory.maps().len()];
    for (i, access) in m.accesses.iter().enumerate().filter(|(_, a)| a.width > 0) {
        if let Some(held) = holds.get_mut(memory.map_of(AccessId(i as u32)) as usize) {
            *held.entry(accessed(c, access)).or_default() += 1;
        }
    }
    let describe = |(i, map): (usize, &crate::memory::MapInfo)| {
        let Reasons { objects, why } = memory.reasons(i as u32);
        let mut reasons = Vec::new();
        if !map.about.is_empty() {
            reasons.push(map.about.clone());
        }
        for (place, what) in why {
            let reason = format!("{}: {what}", c.files.show(place));
            if reasons.len() < MOST_REASONS && !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        let holds = holds[i].clone().into_iter().collect();
        ExplainedMap { name: map.name.clone(), width: map.width, holds, objects, reasons }
    };
    memory.maps().iter().enumerate().map(describe).collect()
}

/// `struct irp.flags`, `int`.
fn accessed(c: &Program, access: &Access) -> String {
    match access.field {
        Some((record, n)) => {
            let r = c.types.record(record);
            let tag = r.tag.map_or("(record without name)", |t| c.name(t));
            let field = r.fields.get(n as usize).and_then(|f| f.name);
            format!("{tag}.{}", field.map_or("(without name)", |f| c.name(f)))
        }
        None => c.show_type(access.ty),
    }
}
