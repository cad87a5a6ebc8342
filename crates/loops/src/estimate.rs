//! The least number of iterations before a loop can be left (Fig. 15).
//!
//! The question is asked about the procedure that the loop is in, on its own: calls and other loops
//! may do anything to what they can change, and the assertion fails where the loop is left after at
//! least one whole iteration. The search goes through the bounds one by one, so the first path found
//! has the least number of iterations. Nothing depends on the answer but where the search looks, so
//! a call that can really do less, or an argument that is always the same, makes the estimate too
//! small and never a verdict wrong.

use lariat_budget::{Budget, Share};
use lariat_logic::{IndexVec, Terms, VarId};
use lariat_passes::{Goal, prepare};
use lariat_program::{
    Block, BlockId, CallGraph, Command, CommandKind, Exit, ProcId, Procedure, Program,
};
use lariat_reach::{Options, Outcome, Silent, search};
use lariat_solver::{Solver, SolverError};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::time::Duration;

/// How many whole iterations a loop needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterations {
    /// It can be left after this many, and not after fewer (but perhaps after none).
    AtLeast(u32),
    /// More than the limit.
    Long,
    /// It is never left.
    Endless,
    /// There was no time to find out.
    Unknown,
}

/// How far and how long to look.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Loops that need more iterations are long.
    pub iterations: u32,
    /// Time for one loop.
    pub each: Duration,
    /// Time for all loops.
    pub all: Duration,
}

/// Estimates for the loops that the entry can reach.
pub fn estimate(
    program: &Program,
    entry: ProcId,
    limits: Limits,
    solver: &mut dyn FnMut() -> Result<Box<dyn Solver>, SolverError>,
    budget: &Budget,
) -> Result<Vec<(ProcId, Iterations)>, SolverError> {
    let all = budget.child(Share::time(limits.all));
    let mut estimates = Vec::new();
    let mut questions = Questions::new(program);
    for id in reachable_loops(program, entry) {
        let one = all.child(Share::time(limits.each));
        if one.stopped().is_some() {
            estimates.push((id, Iterations::Unknown));
            continue;
        }
        let (question, start) = questions.about(program, id);
        let prepared = prepare(question, start, Goal::Failure, &mut |_, _, _| {});
        // A loop that runs n times is on the stack n + 1 times.
        let options = Options { recursion_bound: limits.iterations + 1, ..Options::default() };
        let (outcome, _) = search(prepared, Box::new(solver()?), &options, &one, &Silent)?;
        let iterations = match outcome {
            Outcome::Reachable(found) => Iterations::AtLeast(found.bound.saturating_sub(1)),
            Outcome::Unreachable => Iterations::Endless,
            Outcome::UnreachableWithinBound { .. } => Iterations::Long,
            Outcome::Unknown(_) => Iterations::Unknown,
        };
        tracing::debug!(name = program.procedures[id].name, ?iterations, "loop");
        estimates.push((id, iterations));
    }
    Ok(estimates)
}

fn reachable_loops(program: &Program, entry: ProcId) -> Vec<ProcId> {
    let graph = CallGraph::new(program);
    let mut seen: FxHashSet<ProcId> = FxHashSet::from_iter([entry]);
    let mut stack = vec![entry];
    while let Some(id) = stack.pop() {
        stack.extend(graph.callees[id].iter().filter(|c| seen.insert(**c)));
    }
    let is_loop = |p: &ProcId| seen.contains(p) && program.procedures[*p].loop_info.is_some();
    program.procedures.ids().filter(is_loop).collect()
}

/// Programs of two procedures, one after the other over the same terms: what encloses a loop, and
/// the loop.
struct Questions {
    program: Program,
    /// Whether a whole iteration was made.
    iterated: VarId,
}

const ENCLOSING: ProcId = ProcId(0);
const LOOP: ProcId = ProcId(1);

impl Questions {
    fn new(original: &Program) -> Self {
        let mut program = Program {
            terms: original.terms.clone(),
            globals: original.globals.clone(),
            constants: original.constants.clone(),
            unique: original.unique.clone(),
            axioms: original.axioms.clone(),
            files: original.files.clone(),
            infos: original.infos.clone(),
            ..Program::default()
        };
        let iterated = program.terms.declare("iterated", Terms::BOOL);
        program.globals.push(iterated);
        Questions { program, iterated }
    }

    /// The program in which an assertion fails where the loop is left.
    fn about(&mut self, original: &Program, id: ProcId) -> (&Program, ProcId) {
        let around = original.procedures[id].loop_info.as_ref().expect("a loop");
        let mut enclosing = self.alone(original, around.procedure, id);
        let inside: FxHashSet<&str> = around.inside.iter().map(String::as_str).collect();
        let is_inside: Vec<bool> =
            enclosing.body.blocks.iter().map(|b| inside.contains(b.label.as_str())).collect();
        // The first block outside says under which condition the loop is left.
        let blocks = enclosing.body.blocks.iter_enumerated();
        let after: BTreeSet<BlockId> = blocks
            .filter(|(id, _)| is_inside[id.index()])
            .flat_map(|(_, block)| block.successors().iter().copied())
            .filter(|target| !is_inside[target.index()])
            .collect();
        let left = BlockId::from(enclosing.body.blocks.len());
        for block in after {
            enclosing.body.blocks[block].exit = Exit::Goto(vec![left]);
        }
        let info = enclosing.info;
        let iterated = self.program.terms.var(self.iterated);
        let not_yet = self.program.terms.not(iterated);
        let start = CommandKind::Assign(vec![(self.iterated, Terms::FALSE)]);
        let first = &mut enclosing.body.blocks[BlockId(0)].commands;
        first.insert(0, Command { kind: start, info });
        enclosing.body.blocks.push(Block {
            label: "$left".into(),
            commands: vec![Command { kind: CommandKind::Assert(not_yet), info }],
            exit: Exit::Return,
        });
        let repeated = self.alone(original, id, id);
        self.program.procedures = IndexVec::from_vec(vec![enclosing, repeated]);
        (&self.program, ENCLOSING)
    }

    /// A procedure whose calls, but for those of the loop, may do anything.
    fn alone(&self, original: &Program, id: ProcId, of: ProcId) -> Procedure {
        let mut procedure = original.procedures[id].clone();
        procedure.modifies.push(self.iterated);
        procedure.loop_info = None;
        procedure.extra_recursion = 0;
        procedure.fixed_recursion = None;
        for block in procedure.body.blocks.iter_mut() {
            for command in std::mem::take(&mut block.commands) {
                let info = command.info;
                let mut push = |kind| block.commands.push(Command { kind, info });
                match command.kind {
                    CommandKind::Call(mut call) if call.callee == of => {
                        if id == of {
                            push(CommandKind::Assign(vec![(self.iterated, Terms::TRUE)]));
                        }
                        call.callee = LOOP;
                        push(CommandKind::Call(call));
                    }
                    CommandKind::Call(call) => {
                        let modifies = &original.procedures[call.callee].modifies;
                        let fresh = modifies.iter().filter(|v| !call.results.contains(v));
                        push(CommandKind::Havoc(
                            call.results.iter().chain(fresh).copied().collect(),
                        ));
                    }
                    CommandKind::Assert(formula) => push(CommandKind::Assume(formula)),
                    kind => push(kind),
                }
            }
        }
        procedure
    }
}
