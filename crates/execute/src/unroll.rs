//! From an execution with cycles to one of the program in which loops are procedures.
//!
//! Both programs have the same labels. Where the execution arrives at the head of a loop, the visits
//! up to where it leaves the loop are cut at the head: all pieces but the last are whole iterations
//! and belong to nested activations of the loop procedure, the last one is the partial iteration in
//! the procedure around it.

use crate::run::{Execution, Moment};
use lariat_logic::Value;
use lariat_program::interpreter::{At, Point};
use lariat_program::{BlockId, CommandKind, Exit, Frame, ProcId, Program};
use lariat_trace::Concrete;
use rustc_hash::{FxHashMap, FxHashSet};

/// An execution of the program as lowered.
#[derive(Debug)]
pub struct Unrolled {
    /// Its path.
    pub path: Frame,
    /// Its values.
    pub concrete: Concrete,
}

/// Finds the execution again in the program with loop procedures. `None` if that is built in another
/// way (irreducible loops).
pub fn unroll(cyclic: &Program, lowered: &Program, execution: Execution) -> Option<Unrolled> {
    let unroller = Unroller::new(cyclic, lowered);
    let Execution { path, fails_at, chosen, meanings } = execution;
    let path = unroller.frame(path)?;
    let moments = moments(lowered, &path)?;
    let mut values: FxHashMap<(Point, lariat_logic::VarId), Value> = FxHashMap::default();
    for ((moment, var), value) in chosen {
        values.insert((*moments.get(&moment)?, var), value);
    }
    let fails_at = unroller.place(fails_at)?;
    let concrete = Concrete { values, meanings, fails_at: Some(fails_at), ..Concrete::default() };
    Some(Unrolled { path, concrete })
}

/// The execution in the program with cycles itself, for loops that have no procedures of their own.
pub fn in_cycles(cyclic: &Program, execution: Execution) -> Option<Unrolled> {
    let Execution { path, fails_at, chosen, meanings } = execution;
    let moments = moments(cyclic, &path)?;
    let mut values: FxHashMap<(Point, lariat_logic::VarId), Value> = FxHashMap::default();
    for ((moment, var), value) in chosen {
        values.insert((*moments.get(&moment)?, var), value);
    }
    let concrete = Concrete { values, meanings, fails_at: Some(fails_at), ..Concrete::default() };
    Some(Unrolled { path, concrete })
}

/// A loop of the lowered program.
struct Loop {
    procedure: ProcId,
    head: String,
    inside: FxHashSet<String>,
    /// The block that only returns, and the one that runs the loop again.
    leave: BlockId,
    again: BlockId,
}

struct Unroller<'p> {
    cyclic: &'p Program,
    lowered: &'p Program,
    /// By name.
    procedures: FxHashMap<&'p str, ProcId>,
    /// The loops of each procedure.
    loops: FxHashMap<ProcId, Vec<Loop>>,
    blocks: FxHashMap<ProcId, FxHashMap<&'p str, BlockId>>,
}

/// A visit of a block with the calls made there.
struct Visit<'p> {
    label: &'p str,
    /// Taken out when it is used.
    calls: Vec<Frame>,
}

impl<'p> Unroller<'p> {
    fn new(cyclic: &'p Program, lowered: &'p Program) -> Self {
        let mut loops: FxHashMap<ProcId, Vec<Loop>> = FxHashMap::default();
        let mut blocks = FxHashMap::default();
        for (id, procedure) in lowered.procedures.iter_enumerated() {
            let body = &procedure.body.blocks;
            let labels = body.iter_enumerated().map(|(b, block)| (block.label.as_str(), b));
            blocks.insert(id, labels.collect());
            let Some(info) = &procedure.loop_info else { continue };
            let runs_again = |b: &BlockId| body[*b].calls().any(|c| c.callee == id);
            let returns: Vec<BlockId> =
                body.ids().filter(|&b| body[b].exit == Exit::Return).collect();
            let leave = returns.iter().copied().find(|b| !runs_again(b));
            let again = returns.iter().copied().find(runs_again);
            let (Some(leave), Some(again)) = (leave, again) else { continue };
            loops.entry(info.procedure).or_default().push(Loop {
                procedure: id,
                head: info.label.clone(),
                inside: info.inside.iter().cloned().collect(),
                leave,
                again,
            });
        }
        let procedures = lowered.procedure_names();
        Unroller { cyclic, lowered, procedures, loops, blocks }
    }

    fn place(&self, at: At) -> Option<At> {
        let original = &self.cyclic.procedures[at.procedure];
        let procedure = *self.procedures.get(original.name.as_str())?;
        let label = original.body.blocks[at.block].label.as_str();
        let block = *self.blocks.get(&procedure)?.get(label)?;
        // The call of a loop stands in front of the commands of its head.
        let own = original.body.blocks[at.block].commands.len();
        let more = self.lowered.procedures[procedure].body.blocks[block].commands.len();
        Some(At { procedure, block, command: at.command + more.checked_sub(own)? })
    }

    /// One activation of a procedure of the source.
    fn frame(&self, frame: Frame) -> Option<Frame> {
        let original = &self.cyclic.procedures[frame.procedure];
        let procedure = *self.procedures.get(original.name.as_str())?;
        let mut calls = Vec::with_capacity(frame.calls.len());
        for call in frame.calls {
            calls.push(self.frame(call)?);
        }
        let mut calls = calls.into_iter();
        let mut visits = Vec::with_capacity(frame.visits.len());
        for &block in &frame.visits {
            let block = &original.body.blocks[block];
            let own = calls.by_ref().take(block.calls().count()).collect();
            visits.push(Visit { label: &block.label, calls: own });
        }
        let (visits, calls) = self.piece(procedure, procedure, None, &mut visits)?;
        Some(Frame { procedure, visits, calls, fails: frame.fails })
    }

    /// The visits and calls of one activation of `home`: a procedure, or one iteration of its loop.
    fn piece(
        &self,
        owner: ProcId,
        home: ProcId,
        own: Option<&Loop>,
        visits: &mut [Visit<'p>],
    ) -> Option<(Vec<BlockId>, Vec<Frame>)> {
        let loops = self.loops.get(&owner).map_or(&[][..], Vec::as_slice);
        let blocks = self.blocks.get(&home)?;
        let mut result: (Vec<BlockId>, Vec<Frame>) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < visits.len() {
            let label = visits[next].label;
            let entered = loops
                .iter()
                .find(|l| l.head == label && own.is_none_or(|own| own.procedure != l.procedure));
            if let Some(entered) = entered {
                let rest = &visits[next..];
                let end = rest.iter().position(|v| !entered.inside.contains(v.label));
                let end = next + end.unwrap_or(rest.len());
                let last = (next..end).rev().find(|&i| visits[i].label == label)?;
                result.1.push(self.iterations(owner, entered, &mut visits[next..last])?);
                next = last;
            }
            result.0.push(*blocks.get(label)?);
            result.1.append(&mut visits[next].calls);
            next += 1;
        }
        Some(result)
    }

    /// Whole iterations of a loop, as nested activations.
    fn iterations(&self, owner: ProcId, of: &Loop, visits: &mut [Visit<'p>]) -> Option<Frame> {
        let activation =
            |visits, calls| Frame { procedure: of.procedure, visits, calls, fails: false };
        let mut frame = activation(vec![BlockId(0), of.leave], Vec::new());
        let mut rest = visits;
        while let Some(start) = rest.iter().rposition(|v| v.label == of.head) {
            let (before, iteration) = rest.split_at_mut(start);
            let (visited, mut calls) = self.piece(owner, of.procedure, Some(of), iteration)?;
            let mut all = vec![BlockId(0)];
            all.extend(visited);
            all.push(of.again);
            calls.push(frame);
            frame = activation(all, calls);
            rest = before;
        }
        rest.is_empty().then_some(frame)
    }
}

/// When what happened, by the count of the interpreter: it counts calls of loops, too.
fn moments(lowered: &Program, path: &Frame) -> Option<FxHashMap<Moment, Point>> {
    let mut found = FxHashMap::default();
    found.insert(Moment::Call(0), Point(0));
    let (mut points, mut calls, mut havocs) = (0, 0, 0);
    // Frame, visit, command, calls made.
    let mut stack: Vec<(&Frame, usize, usize, usize)> = vec![(path, 0, 0, 0)];
    while let Some((frame, visit, command, made)) = stack.pop() {
        let Some(&block) = frame.visits.get(visit) else { continue };
        let commands = &lowered.procedures[frame.procedure].body.blocks.get(block)?.commands;
        let Some(now) = commands.get(command) else {
            stack.push((frame, visit + 1, 0, made));
            continue;
        };
        match &now.kind {
            CommandKind::Havoc(_) => {
                points += 1;
                found.insert(Moment::Havoc(havocs), Point(points));
                havocs += 1;
                stack.push((frame, visit, command + 1, made));
            }
            CommandKind::Call(call) => {
                let Some(callee) = frame.calls.get(made) else { continue };
                points += 1;
                if lowered.procedures[call.callee].loop_info.is_none() {
                    calls += 1;
                    found.insert(Moment::Call(calls), Point(points));
                }
                stack.push((frame, visit, command + 1, made + 1));
                stack.push((callee, 0, 0, 0));
            }
            _ => stack.push((frame, visit, command + 1, made)),
        }
    }
    Some(found)
}
