//! All executions at once, as long as what the program leaves open does not matter.
//!
//! Nothing is chosen: what is open stays unknown, and so does all that is computed from it. An assumption about
//! something unknown may hold, a branch on it is followed on both sides, and an assertion about it ends the attempt.
//! So each execution is, step by step, one of those that are followed, and if all of these end without a failure,
//! the program has none. A failure proves nothing: the path to it may need values that do not exist.
//!
//! The sides of a branch wait for each other where they meet again (`meeting`). Those that have become the same go on as
//! one; and once many have stayed apart, others do, too: what differs between them is unknown from there on.

use crate::meeting::meeting_points;
use crate::run::Limits;
use lariat_logic::Value;
use lariat_program::interpreter::{At, Bounds, End, Goal, Machine, State, Step};
use lariat_program::{BlockId, CommandKind, ProcId, Program};
use rustc_hash::FxHashMap;

/// At most this many states wait for their turn.
const MOST_WAITING: usize = 64;

/// A loop in which it is not known whether to go on is followed for this many rounds.
const MOST_ROUNDS: usize = 64;

/// So often states that meet stay apart because they differ; later they go on as one.
const MOST_APART: usize = 32;

/// The first step after which it is asked whether an execution goes round; further ones come at twice as many.
const FIRST_LOOK: u64 = 64;

/// What came of following all executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// None fails.
    All,
    /// That was too long.
    Stopped,
    /// What happens here depends on what is open.
    Unsure(At),
}

/// Follows all executions of the program, in which loops are cycles. Also says how many transitions it made.
pub fn cover(program: &Program, entry: ProcId, limits: &Limits<'_>) -> (Covered, u64) {
    let mut steps = 0;
    let covered = follow(program, entry, limits, &mut steps);
    (covered, steps)
}

/// The sides of a branch.
struct Branch {
    /// How many activations there are where it is.
    depth: usize,
    /// Where the sides meet in its procedure; behind its end if there is no such block.
    meeting: Option<BlockId>,
    /// How many branches it stands for.
    rounds: usize,
    /// Those that are not there yet.
    waiting: Vec<State>,
    /// Those that are.
    arrived: Vec<State>,
}

impl Branch {
    fn is_over(&self, state: &State) -> bool {
        let (depth, top) = (state.stack.len(), state.stack.last());
        depth < self.depth
            || depth == self.depth
                && top.is_some_and(|a| a.next == 0 && Some(a.block) == self.meeting)
    }
}

/// The states that are followed: one by one, the sides of the innermost branch first.
#[derive(Default)]
struct Agenda {
    branches: Vec<Branch>,
    /// States that belong to no branch.
    rest: Vec<State>,
    /// How often states that met stayed apart.
    apart: usize,
    meetings: FxHashMap<ProcId, Vec<Option<BlockId>>>,
}

impl Agenda {
    fn waiting(&self) -> usize {
        let of = |branch: &Branch| branch.waiting.len() + branch.arrived.len();
        self.rest.len() + self.branches.iter().map(of).sum::<usize>()
    }

    /// One side of a branch with so many activations is followed, the others wait. Branches with the same end, as those of
    /// the rounds of a loop have, are one. Says no if that is too much.
    fn part(&mut self, program: &Program, at: At, depth: usize, others: Vec<State>) -> bool {
        if self.waiting() + others.len() > MOST_WAITING {
            return false;
        }
        let body = &program.procedures[at.procedure].body;
        let meetings = self.meetings.entry(at.procedure).or_insert_with(|| meeting_points(body));
        let meeting = meetings[at.block.index()];
        match self.branches.last_mut().filter(|b| b.depth == depth && b.meeting == meeting) {
            Some(branch) => {
                branch.waiting.extend(others);
                branch.rounds += 1;
                branch.rounds <= MOST_ROUNDS
            }
            None => {
                let arrived = Vec::new();
                self.branches.push(Branch { depth, meeting, rounds: 1, waiting: others, arrived });
                true
            }
        }
    }

    /// If the state is where a branch is over it waits there, and the next one is to be followed.
    fn meet(&mut self, machine: &Machine<'_>, state: State) -> Option<State> {
        let apart = self.apart < MOST_APART;
        let Some(branch) = self.branches.last_mut().filter(|b| b.is_over(&state)) else {
            return Some(state);
        };
        let known = branch.arrived.iter_mut();
        let mut known = known.filter(|other| !apart || **other == state);
        if !known.any(|other| machine.unite(other, &state)) {
            self.apart += usize::from(!branch.arrived.is_empty());
            branch.arrived.push(state);
        }
        self.next(machine)
    }

    /// The next state to follow.
    fn next(&mut self, machine: &Machine<'_>) -> Option<State> {
        loop {
            let Some(branch) = self.branches.last_mut() else { return self.rest.pop() };
            if let Some(state) = branch.waiting.pop() {
                return Some(state);
            }
            let mut arrived = self.branches.pop().map_or(Vec::new(), |branch| branch.arrived);
            let first = arrived.pop();
            self.branches.last_mut().map_or(&mut self.rest, |b| &mut b.waiting).extend(arrived);
            // It may also be where the branch around it is over.
            if let Some(first) = first {
                return self.meet(machine, first);
            }
        }
    }
}

fn follow(program: &Program, entry: ProcId, limits: &Limits<'_>, steps: &mut u64) -> Covered {
    let mut machine = Machine::new(program, Goal::Failure, Bounds::None);
    let mut state = machine.initial_state();
    while let Err(open) = machine.start(&mut state, entry) {
        machine.leave_open(&mut state, open);
    }
    let mut agenda = Agenda::default();
    let mut next_look = FIRST_LOOK;
    let mut following = Some(state);
    while let Some(mut state) = following {
        let mut earlier: Option<State> = None;
        loop {
            if *steps == limits.steps || (steps.is_multiple_of(1024) && (limits.stop)()) {
                return Covered::Stopped;
            }
            *steps += 1;
            match machine.step(&mut state) {
                Step::Done(_) => {}
                Step::Needs(open) => machine.leave_open(&mut state, open),
                Step::Choose => {
                    // An execution that is where it was before goes round for ever.
                    if earlier.as_ref().is_some_and(|earlier| state.is_same(earlier)) {
                        following = agenda.next(&machine);
                        break;
                    }
                    if *steps >= next_look {
                        next_look = steps.saturating_mul(2);
                        earlier = Some(state.clone());
                    }
                    let at = machine.at(&state);
                    let mut targets = enterable(&mut machine, &mut state);
                    let Some(first) = targets.pop() else {
                        following = agenda.next(&machine);
                        break;
                    };
                    if !targets.is_empty() {
                        let mut others = Vec::with_capacity(targets.len());
                        for target in targets {
                            let mut other = state.clone();
                            machine.go(&mut other, target);
                            others.push(other);
                        }
                        if !agenda.part(program, at, state.stack.len(), others) {
                            return Covered::Unsure(at);
                        }
                    }
                    machine.go(&mut state, first);
                }
                Step::Unevaluated(..) if is_assertion(&machine, &state) => {
                    return Covered::Unsure(machine.at(&state));
                }
                Step::Unevaluated(..) => {
                    machine.suppose(&mut state, true);
                }
                Step::Ended(End::Returned | End::Blocked { .. }) => {
                    following = agenda.next(&machine);
                    break;
                }
                Step::Ended(End::Failed(at)) => return Covered::Unsure(at),
                Step::Ended(_) => return Covered::Unsure(machine.at(&state)),
            }
            if agenda.branches.last().is_some_and(|branch| branch.is_over(&state)) {
                following = agenda.meet(&machine, state);
                break;
            }
        }
    }
    Covered::All
}

fn is_assertion(machine: &Machine<'_>, state: &State) -> bool {
    let command = machine.at(state).command(machine.program());
    command.is_some_and(|command| matches!(command.kind, CommandKind::Assert(_)))
}

/// The blocks whose first assumptions do not fail.
fn enterable(machine: &mut Machine<'_>, state: &mut State) -> Vec<BlockId> {
    let targets = machine.successors(state);
    if let [only] = targets {
        return vec![*only];
    }
    let procedure = machine.at(state).procedure;
    let blocks = &machine.program().procedures[procedure].body.blocks;
    let mut found = Vec::new();
    for &target in targets {
        let mut possible = true;
        for command in &blocks[target].commands {
            let condition = match command.kind {
                CommandKind::Assume(condition) => condition,
                CommandKind::Mark(_) => continue,
                _ => break,
            };
            let outcome = loop {
                match machine.eval(state, condition) {
                    Err(open) => machine.leave_open(state, open),
                    Ok(outcome) => break outcome,
                }
            };
            if matches!(outcome, Ok(value) if *value == Value::Bool(false)) {
                possible = false;
                break;
            }
        }
        if possible {
            found.push(target);
        }
    }
    found
}
