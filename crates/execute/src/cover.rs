//! All executions at once, as long as what the program leaves open does not matter.
//!
//! Nothing is chosen: what is open stays unknown, and so does all that is computed from it. An assumption about
//! something unknown may hold, a branch on it is followed on both sides, and an assertion about it ends the attempt.
//! So each execution is, step by step, one of those that are followed, and if all of these end without a failure,
//! the program has none. A failure proves nothing: the path to it may need values that do not exist.

use crate::run::Limits;
use lariat_logic::Value;
use lariat_program::interpreter::{At, Bounds, End, Goal, Machine, State, Step};
use lariat_program::{BlockId, CommandKind, ProcId, Program};

/// At most this many states wait for their turn.
const MOST_WAITING: usize = 64;

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

fn follow(program: &Program, entry: ProcId, limits: &Limits<'_>, steps: &mut u64) -> Covered {
    let mut machine = Machine::new(program, Goal::Failure, Bounds::None);
    let mut state = machine.initial_state();
    while let Err(open) = machine.start(&mut state, entry) {
        machine.leave_open(&mut state, open);
    }
    let mut waiting = vec![state];
    let mut next_look = FIRST_LOOK;
    while let Some(mut state) = waiting.pop() {
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
                        break;
                    }
                    if *steps >= next_look {
                        next_look = steps.saturating_mul(2);
                        earlier = Some(state.clone());
                    }
                    let mut targets = enterable(&mut machine, &mut state);
                    let Some(first) = targets.pop() else { break };
                    if waiting.len() + targets.len() > MOST_WAITING {
                        return Covered::Unsure(machine.at(&state));
                    }
                    for target in targets {
                        let mut other = state.clone();
                        machine.go(&mut other, target);
                        waiting.push(other);
                    }
                    machine.go(&mut state, first);
                }
                Step::Unevaluated(..) if is_assertion(&machine, &state) => {
                    return Covered::Unsure(machine.at(&state));
                }
                Step::Unevaluated(..) => {
                    machine.suppose(&mut state, true);
                }
                Step::Ended(End::Returned | End::Blocked { .. }) => break,
                Step::Ended(End::Failed(at)) => return Covered::Unsure(at),
                Step::Ended(_) => return Covered::Unsure(machine.at(&state)),
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
