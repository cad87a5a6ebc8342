//! Ways through a procedure, told apart by the calls made on them.

use lariat_vc::Template;
use std::collections::BTreeSet;

/// Procedures with more sets of calls than this have their calls guarded instead.
const MAX_WAYS: usize = 24;

/// Some complete paths of a procedure: these calls are made, these may be made, no others are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// Positions of sites, in the order of execution.
    pub required: Vec<usize>,
    /// The same; disjoint from `required`.
    pub possible: Vec<usize>,
    /// For each block of the template, whether it must be, may be (`None`) or cannot be on the path.
    pub blocks: Vec<Option<bool>>,
}

type Sets = BTreeSet<BTreeSet<usize>>;

/// Ways that cover all complete paths. On none is a special site just possible.
pub(crate) fn ways(template: &Template, is_special: &dyn Fn(usize) -> bool) -> Vec<Way> {
    if let Some((before, from)) = site_sets(template) {
        let sets = from.first().cloned().unwrap_or_default();
        return sets.into_iter().map(|set| exact_way(template, &before, &from, set)).collect();
    }
    let all = 0..template.sites.len();
    let ordinary: Vec<usize> = all.clone().filter(|&s| !is_special(s)).collect();
    let special = all.filter(|&s| is_special(s)).map(|s| vec![s]);
    std::iter::once(Vec::new())
        .chain(special)
        .map(|required| {
            let blocks = template.blocks.iter().map(|b| {
                let allowed = |s: &usize| required.contains(s) || ordinary.contains(s);
                if b.sites.iter().any(|s| required.contains(s)) {
                    Some(true)
                } else if b.sites.iter().all(allowed) {
                    None
                } else {
                    Some(false)
                }
            });
            let blocks = blocks.collect();
            Way { required, possible: ordinary.clone(), blocks }
        })
        .collect()
}

/// The paths with exactly these calls.
fn exact_way(template: &Template, before: &[Sets], from: &[Sets], set: BTreeSet<usize>) -> Way {
    let blocks = template.blocks.iter().enumerate().map(|(i, block)| {
        if block.sites.iter().any(|s| set.contains(s)) {
            return Some(true);
        }
        let fits = |a: &BTreeSet<usize>| from[i].iter().any(|b| a.union(b).eq(&set));
        if before[i].iter().any(fits) { None } else { Some(false) }
    });
    let blocks = blocks.collect();
    Way { required: set.into_iter().collect(), possible: Vec::new(), blocks }
}

/// For each block, the sets of sites on paths that end before it and on those from it to a return; unless
/// there are too many.
fn site_sets(template: &Template) -> Option<(Vec<Sets>, Vec<Sets>)> {
    let count = template.blocks.len();
    let with = |sets: Sets, block: usize| -> Sets {
        let extend = |mut set: BTreeSet<usize>| {
            set.extend(template.blocks[block].sites.iter().copied());
            set
        };
        sets.into_iter().map(extend).collect()
    };
    let mut from: Vec<Sets> = vec![Sets::new(); count];
    for (i, block) in template.blocks.iter().enumerate().rev() {
        let mut sets = Sets::new();
        if block.returns {
            sets.insert(BTreeSet::new());
        }
        for &(next, _) in &block.successors {
            sets.extend(from[next].iter().cloned());
        }
        if sets.len() > MAX_WAYS {
            return None;
        }
        from[i] = with(sets, i);
    }
    let mut before: Vec<Sets> = vec![Sets::new(); count];
    if let Some(start) = before.first_mut() {
        start.insert(BTreeSet::new());
    }
    for (i, block) in template.blocks.iter().enumerate() {
        if before[i].len() > MAX_WAYS {
            return None;
        }
        let after = with(before[i].clone(), i);
        for &(next, _) in &block.successors {
            before[next].extend(after.iter().cloned());
        }
    }
    Some((before, from))
}
