//! From choices back to an execution and its path: runs a witness of the exploration again, and
//! reads the path off any run.

use super::explore::Choice;
use super::machine::{At, Effect, End};
use super::run::{Choices, Observer, View};
use super::state::Unknown;
use crate::path::Frame;
use crate::program::{BlockId, Program};
use lariat_logic::Value;
use std::collections::VecDeque;

/// Makes the choices of a witness, in order.
pub struct WitnessChoices {
    choices: VecDeque<Choice>,
}

impl WitnessChoices {
    /// The choices to make. Those before the start (axioms, unique constants) are made again when
    /// the program reads what they are about.
    pub fn new(witness: impl IntoIterator<Item = Choice>) -> Self {
        WitnessChoices { choices: witness.into_iter().collect() }
    }
}

impl Choices for WitnessChoices {
    fn decide(&mut self, _: &Program, unknown: &Unknown) -> Option<Value> {
        let position = self.choices.iter().position(|choice| match (choice, unknown) {
            // When a variable became arbitrary is counted anew in every run.
            (Choice::Value(Unknown::Variable { var, .. }, _), Unknown::Variable { var: v, .. }) => {
                var == v
            }
            (Choice::Value(known, _), _) => known == unknown,
            (Choice::Block(_), _) => false,
        })?;
        match self.choices.remove(position)? {
            Choice::Value(_, value) => Some(value),
            Choice::Block(_) => None,
        }
    }

    fn successor(&mut self, _: At, targets: &[BlockId]) -> Option<BlockId> {
        let position = self.choices.iter().position(|c| matches!(c, Choice::Block(_)))?;
        match self.choices.remove(position)? {
            Choice::Block(block) => targets.contains(&block).then_some(block),
            Choice::Value(..) => None,
        }
    }
}

/// Reads the path off a run.
#[derive(Default)]
pub struct PathObserver {
    stack: Vec<Frame>,
    /// The path, when the run is over and ended in a failure or a return.
    pub path: Option<Frame>,
}

impl PathObserver {
    fn enter(&mut self, procedure: crate::program::ProcId) {
        let visits = vec![BlockId(0)];
        self.stack.push(Frame { procedure, visits, calls: Vec::new(), fails: false });
    }

    fn leave(&mut self, fails: bool) {
        let Some(mut frame) = self.stack.pop() else { return };
        frame.fails = fails;
        match self.stack.last_mut() {
            Some(caller) => caller.calls.push(frame),
            None => self.path = Some(frame),
        }
    }
}

impl Observer for PathObserver {
    fn started(&mut self, view: &mut View<'_, '_>) {
        if let Some(entry) = view.stack().next() {
            self.enter(entry);
        }
    }

    fn stepped(&mut self, _: At, effect: &Effect, _: &mut View<'_, '_>) {
        match effect {
            Effect::Called(callee, _) => self.enter(*callee),
            Effect::Returned(..) => self.leave(false),
            Effect::Went(block) => {
                if let Some(frame) = self.stack.last_mut() {
                    frame.visits.push(*block);
                }
            }
            _ => {}
        }
    }

    fn ended(&mut self, end: &End, _: &mut View<'_, '_>) {
        match end {
            End::Returned => self.leave(false),
            End::Failed(_) => {
                while !self.stack.is_empty() {
                    self.leave(true);
                }
            }
            _ => {}
        }
    }
}
