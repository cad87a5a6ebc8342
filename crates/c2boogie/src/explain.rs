//! Which memory maps there are, what each holds, and why it is not split further.

use crate::ir::*;
use crate::memory::MemoryModel;
use crate::regions::Coarser;
use lariat_c::{Place, Program};
use rustc_hash::FxHashMap;
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
    let reasons = memory.regions().map(|(regions, nodes)| {
        let mut of_node: FxHashMap<u32, Vec<String>> = FxHashMap::default();
        for &(node, what, place) in &regions.history {
            let list = of_node.entry(regions.node_now(node)).or_default();
            let reason = in_words(c, what, place);
            // Library models merge for whoever calls them: the caller is what people look for.
            if list.len() < MOST_REASONS && !list.contains(&reason) {
                list.push(reason);
            }
        }
        let mut objects: FxHashMap<u32, Vec<String>> = FxHashMap::default();
        for (i, object) in m.objects.iter().enumerate() {
            let node = regions.node_of(ObjectId(i as u32));
            objects.entry(node).or_default().push(object.name.clone());
        }
        (nodes, of_node, objects)
    });
    let describe = |(i, map): (usize, &crate::memory::MapInfo)| {
        let mut objects = Vec::new();
        let mut why = Vec::new();
        if !map.about.is_empty() {
            why.push(map.about.clone());
        }
        if let Some((nodes, of_node, named)) = &reasons {
            objects = named.get(&nodes[i]).cloned().unwrap_or_default();
            why.extend(of_node.get(&nodes[i]).cloned().unwrap_or_default());
        }
        ExplainedMap {
            name: map.name.clone(),
            width: map.width,
            holds: holds[i].clone().into_iter().collect(),
            objects,
            reasons: why,
        }
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

fn in_words(c: &Program, what: Coarser, place: Place) -> String {
    let at = c.files.show(place);
    match what {
        Coarser::Merged(_) => format!("{at}: pointers to two parts of memory flow together"),
        Coarser::Stride(1) => format!("{at}: a pointer may point anywhere in it"),
        Coarser::Stride(n) => format!("{at}: a pointer moves by multiples of {n} bytes"),
    }
}
