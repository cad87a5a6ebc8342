//! Which call sites a search looked into, in terms that outlive it: the next round of abstraction
//! refinement searches another abstraction of the same program, and starts from the same call tree.

use crate::instances::{Context, SiteId};
use crate::part::{CallTree, Place};
use crate::search::Search;
use lariat_program::{CommandKind, Mark, ProcId, Program};
use lariat_vc::Template;
use rustc_hash::FxHashMap;

/// The places of the calls in a procedure, by position in its template.
fn places(program: &Program, template: &Template) -> Vec<Option<Place>> {
    let mut places = vec![None; template.sites.len()];
    let body = &program.procedures[template.procedure].body;
    for block in &template.blocks {
        let mut sites = block.sites.iter();
        let mut last = None;
        for command in &body.blocks[block.block].commands {
            match command.kind {
                CommandKind::Mark(Mark::Visit(p, b)) => last = Some((p, b, 0)),
                CommandKind::Call(_) => {
                    let Some(&site) = sites.next() else { break };
                    places[site] = last;
                    last = last.map(|(p, b, number)| (p, b, number + 1));
                }
                _ => {}
            }
        }
    }
    places
}

/// Finds call sites in a call tree.
#[derive(Default)]
pub(crate) struct Places {
    of: FxHashMap<ProcId, Vec<Option<Place>>>,
}

impl Places {
    fn key(&mut self, search: &Search<'_>, site: SiteId) -> Option<(Place, String, Context)> {
        let site = &search.graph.sites[site.index()];
        let node = &search.graph.nodes[site.node.index()];
        let program = &search.templates.program;
        let of_node = self
            .of
            .entry(node.procedure)
            .or_insert_with(|| places(program, &node.instance.template));
        let name = program.procedures[site.callee].name.clone();
        Some((of_node[site.position]?, name, node.context.clone()))
    }

    pub(crate) fn contains(&mut self, tree: &CallTree, search: &Search<'_>, site: SiteId) -> bool {
        self.key(search, site).is_some_and(|key| tree.sites.contains(&key))
    }
}

/// The call sites that the search has looked into so far.
pub(crate) fn call_tree(search: &Search<'_>) -> CallTree {
    let mut places = Places::default();
    let looked_into = (0..search.graph.sites.len()).map(SiteId::from);
    let looked_into = looked_into.filter(|s| search.graph.sites[s.index()].target.is_some());
    CallTree { sites: looked_into.filter_map(|s| places.key(search, s)).collect() }
}
