//! Runs a translated program: it is closed and deterministic, so no solver is needed. Only the
//! way through its jumps has to be found, by going back where an assumption fails.

use lariat_oracle::Subject;
use lariat_program::Program;
use lariat_program::interpreter::{Bounds, End, Goal, Machine, State, Step, Unknown};

/// More steps than any of the programs makes.
const STEPS: u64 = 5_000_000;

/// Does the execution end in a failing assertion? `Ok(false)` if it returns.
pub fn fails(subject: &Subject) -> Result<bool, String> {
    let mut machine = Machine::new(&subject.program, Goal::Failure, Bounds::None);
    let mut state = machine.initial_state();
    while let Err(unknown) = machine.start(&mut state, subject.entry) {
        answer(&mut machine, &mut state, unknown)?;
    }
    let mut pending = vec![state];
    let mut steps = 0;
    while let Some(mut state) = pending.pop() {
        loop {
            steps += 1;
            if steps > STEPS {
                return Err("does not end".into());
            }
            match machine.step(&mut state) {
                Step::Done(_) => {}
                Step::Choose => {
                    for &target in machine.successors(&state).iter().rev() {
                        let mut next = state.clone();
                        machine.go(&mut next, target);
                        pending.push(next);
                    }
                    break;
                }
                Step::Needs(unknown) => answer(&mut machine, &mut state, unknown)?,
                Step::Unevaluated(_, error) => return Err(format!("{error:?}")),
                Step::Ended(End::Blocked { .. }) => break,
                Step::Ended(End::Failed(_)) => return Ok(true),
                Step::Ended(End::Returned) => return Ok(false),
                Step::Ended(end) => return Err(format!("{end:?}")),
            }
        }
    }
    Err("all ways are blocked".into())
}

/// What was never written has some value, and nothing depends on it.
fn answer(machine: &mut Machine<'_>, state: &mut State, unknown: Unknown) -> Result<(), String> {
    let program: &Program = machine.program();
    let Unknown::Variable { var, .. } = &unknown else {
        return Err(format!("depends on {unknown:?}"));
    };
    let value = program.terms.default_value(program.terms.variable(*var).sort);
    machine.answer(state, unknown, value);
    Ok(())
}
