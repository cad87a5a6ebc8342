//! Loops to recursive procedures.
//!
//! A loop becomes a procedure that runs any number of whole iterations and returns at the loop head.
//! Who arrives at the head from outside calls it and then goes once through a copy of the loop without
//! its back edges: that is the last, partial iteration, and the only place where the loop is left.
//! Whatever fails in an earlier iteration also fails in a last one, so inside the loop procedure
//! assertions are only assumed. Irreducible loops first get a single head ([`dispatch`]).

mod cut;
mod dispatch;
mod forest;
mod liveness;
mod peel;

use crate::blocks::{in_order, retain};
use crate::body::unique_name;
pub(crate) use cut::{WhereClauses, assigned_globals, cut};
use forest::Forest;
use lariat_logic::{IndexVec, VarId};
use lariat_program::{
    Block, BlockId, Body, Call, Command, CommandKind, Exit, Info, InfoId, LoopInfo, ProcId,
    Procedure, Program,
};
use liveness::Liveness;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The interface of a loop procedure.
struct Interface {
    id: ProcId,
    /// Passed in and not changed.
    read_only: Vec<VarId>,
    /// Changed by the loop and needed at its head: passed in and out.
    changed: Vec<VarId>,
    info: InfoId,
}

/// How many iterations of loops are plain code in front of them: by procedure and label of the head.
pub type Peeling = FxHashMap<(String, String), u32>;

/// Replaces the loops of a procedure by calls of new procedures. `names` are the names in use.
pub(crate) fn extract(
    program: &mut Program,
    id: ProcId,
    names: &mut FxHashMap<String, u32>,
    peeling: &Peeling,
) {
    if !forest::has_cycle(&program.procedures[id].body) {
        return;
    }
    let mut body = std::mem::take(&mut program.procedures[id].body);
    let mut forest = loops_of(program, id, &mut body);
    // Inner loops first: the copies of an outer one then have them peeled, too.
    let heads = forest.loops.iter().map(|l| body.blocks[l.head].label.clone()).rev();
    for label in heads.collect::<Vec<_>>() {
        let name = program.procedures[id].name.clone();
        let Some(&count) = peeling.get(&(name, label.clone())) else { continue };
        let has_label = |l: &forest::Loop| body.blocks[l.head].label == label;
        let Some(number) = forest.loops.iter().position(has_label) else { continue };
        let copies = peel::peel(&mut body, &forest, number, count);
        let owner = &program.procedures[id].name;
        let copies = copies.into_iter().map(|(copy, of)| ((owner.clone(), copy), of));
        program.peeled.extend(copies);
        body = in_order(body);
        forest = loops_of(program, id, &mut body);
    }
    let interfaces = interfaces(program, id, &body, &forest, names);
    for (number, interface) in interfaces.iter().enumerate() {
        let code = loop_body(program, &body, &forest, &interfaces, number);
        let procedure = &mut program.procedures[interface.id];
        procedure.body = code.0;
        procedure.inputs = code.1;
    }
    program.procedures[id].body = enclosing_body(program, body, &forest, &interfaces);
}

fn loops_of(program: &mut Program, id: ProcId, body: &mut Body) -> Forest {
    let (forest, locals) = Forest::new(&mut program.terms, body, program.procedures[id].info);
    program.procedures[id].locals.extend(locals);
    forest
}

/// Decides what each loop procedure takes and returns, and creates it without code.
fn interfaces(
    program: &mut Program,
    id: ProcId,
    body: &Body,
    forest: &Forest,
    names: &mut FxHashMap<String, u32>,
) -> Vec<Interface> {
    let live = Liveness::new(program, id, body);
    let globals: FxHashSet<VarId> = program.globals.iter().copied().collect();
    let mut result = Vec::with_capacity(forest.loops.len());
    for (number, head) in forest.loops.iter().map(|l| l.head).enumerate() {
        let mut used = BTreeSet::new();
        let mut written = BTreeSet::new();
        let mut modified: FxHashSet<VarId> = FxHashSet::default();
        for block in forest.blocks_of(number) {
            live.mark(program, &body.blocks[block], &mut used, &mut written);
            for command in &body.blocks[block].commands {
                modified.extend(command.kind.targets().into_iter().filter(|v| globals.contains(v)));
                if let CommandKind::Call(call) = &command.kind {
                    modified.extend(&program.procedures[call.callee].modifies);
                }
            }
        }
        let pick = |f: &dyn Fn(&usize) -> bool| -> Vec<VarId> {
            used.union(&written).filter(|v| f(v)).map(|&v| live.vars[v]).collect()
        };
        let at_head = |v: &usize| live.is_live_at(head, *v);
        let read_only = pick(&|v| !written.contains(v) && at_head(v));
        let changed = pick(&|v| written.contains(v) && at_head(v));
        let temporary = pick(&|v| !at_head(v));
        let modifies: Vec<VarId> =
            program.globals.iter().copied().filter(|g| modified.contains(g)).collect();
        let label = body.blocks[head].label.clone();
        let name = format!("{}_loop_{label}", program.procedures[id].name);
        let info = head_info(program, id, body, forest, number);
        let inside = forest.blocks_of(number).map(|b| body.blocks[b].label.clone()).collect();
        let procedure = Procedure {
            name: unique_name(names, name),
            inputs: Vec::new(),
            outputs: changed.clone(),
            locals: temporary,
            modifies,
            ensures: Vec::new(),
            body: Body::default(),
            extra_recursion: 0,
            fixed_recursion: None,
            needs_recursion: 0,
            has_body: true,
            loop_info: Some(LoopInfo { procedure: id, label, inside }),
            info,
        };
        let id = program.procedures.push(procedure);
        result.push(Interface { id, read_only, changed, info });
    }
    result
}

/// Where the loop is: the place of the first command at or after its head, and the place in the
/// source that the first command says which says one.
fn head_info(
    program: &mut Program,
    id: ProcId,
    body: &Body,
    forest: &Forest,
    number: usize,
) -> InfoId {
    let inside: FxHashSet<BlockId> = forest.blocks_of(number).collect();
    let mut order = vec![forest.loops[number].head];
    let mut seen: FxHashSet<BlockId> = order.iter().copied().collect();
    let mut next = 0;
    let mut found = None;
    let mut source = None;
    while let Some(&block) = order.get(next) {
        let commands = &body.blocks[block].commands;
        found = found.or(commands.first().map(|c| c.info));
        source = commands.iter().map(|c| c.info).find(|&i| says_its_source(&program.infos[i]));
        if source.is_some() {
            break;
        }
        let successors = body.blocks[block].successors().iter();
        order.extend(successors.filter(|s| inside.contains(s) && seen.insert(**s)));
        next += 1;
    }
    let place = program.infos[found.unwrap_or(program.procedures[id].info)].place;
    let attributes = source.map_or(Vec::new(), |i| program.infos[i].attributes.clone());
    let label = &body.blocks[forest.loops[number].head].label;
    let text = format!("loop {label} of {}", program.procedures[id].name);
    program.add_info(Info { place, attributes, text, item: None })
}

fn says_its_source(info: &Info) -> bool {
    ["sourceloc", "sourceline", "sourceLine"].iter().any(|name| info.has(name))
}

fn call_of(program: &mut Program, interface: &Interface) -> Command {
    let vars = interface.read_only.iter().chain(&interface.changed);
    let args = vars.map(|&v| program.terms.var(v)).collect();
    let call = Call { callee: interface.id, args, results: interface.changed.clone() };
    Command { kind: CommandKind::Call(call), info: interface.info }
}

/// The procedure itself: heads call their loop, back edges are gone.
fn enclosing_body(
    program: &mut Program,
    mut body: Body,
    forest: &Forest,
    interfaces: &[Interface],
) -> Body {
    for block in body.blocks.ids() {
        if let Some(number) = forest.headed_by(block) {
            let call = call_of(program, &interfaces[number]);
            body.blocks[block].commands.insert(0, call);
        }
        if let Exit::Goto(targets) = &mut body.blocks[block].exit {
            targets.retain(|&target| !forest.is_back_edge(block, target));
        }
    }
    in_order(body)
}

/// The code of a loop procedure and its inputs.
fn loop_body(
    program: &mut Program,
    body: &Body,
    forest: &Forest,
    interfaces: &[Interface],
    number: usize,
) -> (Body, Vec<VarId>) {
    let own = &interfaces[number];
    let head = forest.loops[number].head;
    let mut inputs = own.read_only.clone();
    let mut start = Vec::new();
    for &var in &own.changed {
        let name = format!("{}#in", program.terms.variable(var).name);
        let input = program.terms.declare_version(name, var);
        inputs.push(input);
        start.push((var, program.terms.var(input)));
    }
    const LEAVE: BlockId = BlockId(1);
    const AGAIN: BlockId = BlockId(2);
    let inside: Vec<BlockId> = forest.blocks_of(number).collect();
    let mut number_of: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    for (i, &block) in inside.iter().enumerate() {
        number_of.insert(block, BlockId::from(i + 3));
    }
    let mut labels: FxHashMap<String, u32> =
        inside.iter().map(|&b| (body.blocks[b].label.clone(), 1)).collect();
    let mut block = |label: &str, commands: Vec<Command>, exit: Exit| Block {
        label: unique_name(&mut labels, label.to_string()),
        commands,
        exit,
    };
    let mut commands = Vec::new();
    if !start.is_empty() {
        commands.push(Command { kind: CommandKind::Assign(start), info: own.info });
    }
    let again = call_of(program, own);
    let mut blocks: IndexVec<BlockId, Block> = IndexVec::from_vec(vec![
        block("entry", commands, Exit::Goto(vec![LEAVE, number_of[&head]])),
        block("leave", Vec::new(), Exit::Return),
        block("again", vec![again], Exit::Return),
    ]);
    for &old in &inside {
        let original = &body.blocks[old];
        let mut commands = Vec::with_capacity(original.commands.len() + 1);
        if old != head
            && let Some(inner) = forest.headed_by(old)
        {
            commands.push(call_of(program, &interfaces[inner]));
        }
        commands.extend(original.commands.iter().map(|command| match command.kind {
            CommandKind::Assert(t) => Command { kind: CommandKind::Assume(t), info: command.info },
            _ => command.clone(),
        }));
        let targets = original.successors().iter().filter_map(|target| {
            if *target == head {
                Some(AGAIN)
            } else if forest.is_back_edge(old, *target) {
                None
            } else {
                number_of.get(target).copied()
            }
        });
        let mut targets: Vec<BlockId> = targets.collect();
        targets.dedup();
        let exit = Exit::Goto(targets);
        blocks.push(Block { label: original.label.clone(), commands, exit });
    }
    (only_returning(Body { blocks }), inputs)
}

/// Leaves out the blocks from which no return is reached: such a path ends outside the loop, and the
/// enclosing procedure has it.
fn only_returning(body: Body) -> Body {
    let predecessors = body.predecessors();
    let mut keep = vec![false; body.blocks.len()];
    let mut stack: Vec<BlockId> =
        body.blocks.ids().filter(|&b| body.blocks[b].exit == Exit::Return).collect();
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut keep[block.index()], true) {
            stack.extend(&predecessors[block]);
        }
    }
    in_order(retain(body, &keep))
}
