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
}

/// Ways that cover all complete paths. On none is a special site just possible.
pub(crate) fn ways(template: &Template, is_special: &dyn Fn(usize) -> bool) -> Vec<Way> {
    if let Some(sets) = site_sets(template) {
        let way = |set: BTreeSet<usize>| Way {
            required: set.into_iter().collect(),
            possible: Vec::new(),
        };
        return sets.into_iter().map(way).collect();
    }
    let all = 0..template.sites.len();
    let ordinary: Vec<usize> = all.clone().filter(|&s| !is_special(s)).collect();
    let special = all.filter(|&s| is_special(s)).map(|s| vec![s]);
    std::iter::once(Vec::new())
        .chain(special)
        .map(|required| Way { required, possible: ordinary.clone() })
        .collect()
}

/// The sets of sites on complete paths, unless there are too many.
fn site_sets(template: &Template) -> Option<BTreeSet<BTreeSet<usize>>> {
    let mut from: Vec<BTreeSet<BTreeSet<usize>>> = vec![BTreeSet::new(); template.blocks.len()];
    for (i, block) in template.blocks.iter().enumerate().rev() {
        let mut sets = BTreeSet::new();
        if block.returns {
            sets.insert(BTreeSet::new());
        }
        for &(next, _) in &block.successors {
            sets.extend(from[next].iter().cloned());
        }
        from[i] = sets
            .into_iter()
            .map(|mut set| {
                set.extend(block.sites.iter().copied());
                set
            })
            .collect();
        if from[i].len() > MAX_WAYS {
            return None;
        }
    }
    Some(from.into_iter().next().unwrap_or_default())
}
