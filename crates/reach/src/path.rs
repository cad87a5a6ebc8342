//! Reading a path off a model: which blocks are taken in which instance, translated by the marks in the
//! code to a path of the program before any pass.

use crate::instances::{NodeId, SiteId};
use crate::search::Search;
use lariat_passes::Goal;
use lariat_program::{BlockId, CommandKind, Frame, Mark, ProcId};
use lariat_solver::SolverError;

/// The path of the last model, which goes through no open call site.
pub(crate) fn read_path(search: &mut Search<'_>) -> Result<Frame, SolverError> {
    let root = search.root();
    read_instance(search, root)
}

/// The open call sites on the path of the last model, in order.
pub(crate) fn open_sites_on_path(search: &mut Search<'_>) -> Result<Vec<SiteId>, SolverError> {
    let mut open = Vec::new();
    let mut stack = vec![search.root()];
    while let Some(node) = stack.pop() {
        for position in blocks_taken(search, node)? {
            let template = search.graph.nodes[node.index()].instance.template.clone();
            for &s in &template.blocks[position].sites {
                let site = search.graph.site_at(node, s);
                match search.graph.sites[site.index()].target {
                    Some(target) => stack.push(target),
                    None => open.push(site),
                }
            }
        }
    }
    open.sort();
    Ok(open)
}

/// Positions in the template of the blocks on the path through an instance.
fn blocks_taken(search: &mut Search<'_>, node: NodeId) -> Result<Vec<usize>, SolverError> {
    let template = search.graph.nodes[node.index()].instance.template.clone();
    let mut taken = vec![0];
    loop {
        let current = taken[taken.len() - 1];
        let block = &template.blocks[current];
        if block.returns {
            return Ok(taken);
        }
        let (_, edges) = &search.graph.nodes[node.index()].instance.blocks[current];
        // A successor is taken if the edge's Boolean and the block's own hold.
        let edges = edges.clone();
        let truths = search.truths(&edges)?;
        let next = truths.iter().position(|&t| t).unwrap_or(0);
        taken.push(block.successors[next].0);
    }
}

fn read_instance(search: &mut Search<'_>, node: NodeId) -> Result<Frame, SolverError> {
    let template = search.graph.nodes[node.index()].instance.template.clone();
    let procedure = search.graph.nodes[node.index()].procedure;
    let mut frames: Vec<Frame> = Vec::new();
    for position in blocks_taken(search, node)? {
        let block = &template.blocks[position];
        let mut sites = block.sites.iter();
        let count =
            search.templates.program.procedures[procedure].body.blocks[block.block].commands.len();
        for i in 0..count {
            match mark_or_call(search, procedure, block.block, i) {
                Event::Mark(Mark::Visit(p, b)) => {
                    if frames.is_empty() {
                        frames.push(empty_frame(p));
                    }
                    frames.last_mut().expect("a frame is open").visits.push(b);
                }
                Event::Mark(Mark::Enter(p)) => frames.push(empty_frame(p)),
                Event::Mark(Mark::Leave) => close_frame(&mut frames),
                Event::Call => {
                    let site = search.graph.site_at(node, *sites.next().expect("a site per call"));
                    let target =
                        search.graph.sites[site.index()].target.expect("no open call on the path");
                    let callee = read_instance(search, target)?;
                    frames.last_mut().expect("a frame is open").calls.push(callee);
                }
                Event::Other => {}
            }
        }
    }
    // Frames still open, and this one in an error version, end in the failure.
    if search.goal() == Goal::Failure && search.is_error_procedure(procedure) {
        frames.iter_mut().for_each(|f| f.fails = true);
    }
    while frames.len() > 1 {
        close_frame(&mut frames);
    }
    Ok(frames.pop().expect("the start block is marked"))
}

fn empty_frame(procedure: ProcId) -> Frame {
    Frame { procedure, visits: Vec::new(), calls: Vec::new(), fails: false }
}

fn close_frame(frames: &mut Vec<Frame>) {
    let done = frames.pop().expect("a frame is open");
    frames.last_mut().expect("an inlined call has a caller").calls.push(done);
}

enum Event {
    Mark(Mark),
    Call,
    Other,
}

fn mark_or_call(search: &Search<'_>, p: ProcId, b: BlockId, i: usize) -> Event {
    match &search.templates.program.procedures[p].body.blocks[b].commands[i].kind {
        CommandKind::Mark(mark) => Event::Mark(*mark),
        CommandKind::Call(_) => Event::Call,
        _ => Event::Other,
    }
}
