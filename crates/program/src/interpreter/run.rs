//! One execution, with all choices made by the caller and every step reported.

use super::machine::{At, Bounds, Effect, End, Goal, Machine, Step};
use super::state::{Slot, State, Unknown};
use crate::program::{BlockId, ProcId, Program};
use lariat_logic::{EvalError, TermId, Value, VarId};
use std::rc::Rc;

/// Makes the choices that the semantics leaves open.
pub trait Choices {
    /// Decides something unknown: an arbitrary variable that is read for the first time, an
    /// uninterpreted function, an operator outside its theory. `None` leaves it unknown.
    fn decide(&mut self, program: &Program, unknown: &Unknown) -> Option<Value>;

    /// Picks the next block; `None` stops.
    fn successor(&mut self, at: At, targets: &[BlockId]) -> Option<BlockId>;

    /// Whether to follow this call; `false` stops.
    fn enter(&mut self, at: At, callee: ProcId) -> bool {
        let _ = (at, callee);
        true
    }

    /// A call is over.
    fn leave(&mut self, procedure: ProcId) {
        let _ = procedure;
    }

    /// What to take for the value of a condition that cannot be evaluated; `None` is stuck.
    fn suppose(&mut self, at: At, condition: TermId, error: &EvalError) -> Option<bool> {
        let _ = (at, condition, error);
        None
    }
}

/// A state to look at.
pub struct View<'m, 'p> {
    machine: &'m mut Machine<'p>,
    state: &'m State,
}

impl<'p> View<'_, 'p> {
    /// The program.
    pub fn program(&self) -> &'p Program {
        self.machine.program()
    }

    /// The value of a term in the running activation, if it has one without further choices.
    pub fn value(&mut self, term: TermId) -> Option<Rc<Value>> {
        self.machine.eval(self.state, term).ok()?.ok()
    }

    /// The values of quantified variables that decide a condition, see [`Machine::deciding_instance`].
    pub fn deciding_instance(&mut self, condition: TermId) -> Vec<(VarId, Rc<Value>)> {
        self.machine.deciding_instance(self.state, condition)
    }

    /// What is known of a variable.
    pub fn slot(&self, var: VarId) -> Option<&Slot> {
        self.machine.slot(self.state, var)
    }

    /// The procedures that are active, outermost first.
    pub fn stack(&self) -> impl DoubleEndedIterator<Item = ProcId> + ExactSizeIterator {
        self.state.stack.iter().map(|a| a.procedure)
    }
}

/// Is told what happens.
pub trait Observer {
    /// The entry has been called.
    fn started(&mut self, view: &mut View<'_, '_>) {
        let _ = view;
    }

    /// A transition was made from `at`; the view shows the state after it.
    fn stepped(&mut self, at: At, effect: &Effect, view: &mut View<'_, '_>);

    /// The execution is over; the view shows the last state.
    fn ended(&mut self, end: &End, view: &mut View<'_, '_>) {
        let _ = (end, view);
    }
}

/// Watches nothing.
pub struct Silent;

impl Observer for Silent {
    fn stepped(&mut self, _: At, _: &Effect, _: &mut View<'_, '_>) {}
}

/// An execution that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// The transitions made.
    pub steps: u64,
}

/// Executes the machine's program from `entry` on.
pub fn run(
    machine: &mut Machine<'_>,
    entry: ProcId,
    choices: &mut dyn Choices,
    observer: &mut dyn Observer,
) -> Run {
    let mut state = machine.initial_state();
    while let Err(unknown) = machine.start(&mut state, entry) {
        let value = choices.decide(machine.program(), &unknown);
        machine.answer(&mut state, unknown, value);
    }
    observer.started(&mut View { machine, state: &state });
    let mut steps = 0;
    let end = loop {
        let at = machine.at(&state);
        let mut step = machine.step(&mut state);
        if let Step::Unevaluated(condition, error) = step {
            step = match choices.suppose(at, condition, &error) {
                Some(truth) => machine.suppose(&mut state, truth),
                None => break End::Stuck { at, error },
            };
        }
        let effect = match step {
            Step::Done(effect) => effect,
            Step::Choose => match choices.successor(at, machine.successors(&state)) {
                Some(target) => machine.go(&mut state, target),
                None => break End::Stopped(at),
            },
            Step::Needs(unknown) => {
                let value = choices.decide(machine.program(), &unknown);
                machine.answer(&mut state, unknown, value);
                continue;
            }
            Step::Unevaluated(_, error) => break End::Stuck { at, error },
            Step::Ended(end) => break end,
        };
        match &effect {
            Effect::Called(callee, _) if !choices.enter(at, *callee) => break End::Stopped(at),
            Effect::Returned(procedure, _) => choices.leave(*procedure),
            _ => {}
        }
        steps += 1;
        observer.stepped(at, &effect, &mut View { machine, state: &state });
    };
    observer.ended(&end, &mut View { machine, state: &state });
    Run { end, steps }
}

impl Run {
    /// Executes a program from `entry` on without a recursion bound and without watching.
    pub fn of(program: &Program, entry: ProcId, goal: Goal, choices: &mut dyn Choices) -> Run {
        let mut machine = Machine::new(program, goal, Bounds::None);
        run(&mut machine, entry, choices, &mut Silent)
    }
}
