//! Walking along a path without running into the depth of its calls: a cursor with an explicit stack
//! of frames, used both to build the formula of a path and to follow it in the interpreter.

use lariat_program::interpreter::At;
use lariat_program::{BlockId, Exit, Frame, ProcId, Program};
use thiserror::Error;

/// What is wrong with a path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// A frame visits no block, or does not begin at block 0.
    #[error("the path does not begin at the first block of `{0}`")]
    Start(String),
    /// A block is followed by one that is not its successor.
    #[error("the path goes from block `{1}` to block `{2}` of `{0}`, which is not a successor")]
    Successor(String, String, String),
    /// A call is not followed by the activation of the procedure called.
    #[error("the path has no activation of `{1}` for a call in `{0}`")]
    Call(String, String),
    /// A frame lists activations that no call makes.
    #[error("the path has activations in `{0}` that no call makes")]
    ExtraCalls(String),
    /// A frame ends in a block that does not return.
    #[error("the path ends in block `{1}` of `{0}`, which does not return")]
    End(String, String),
}

/// A position in a frame.
#[derive(Clone, Copy)]
pub(crate) struct Position<'f> {
    pub frame: &'f Frame,
    /// Which of the visits.
    pub visit: usize,
    /// The next of the calls.
    pub call: usize,
}

impl<'f> Position<'f> {
    pub fn new(frame: &'f Frame) -> Self {
        Position { frame, visit: 0, call: 0 }
    }

    /// The block it stands in.
    pub fn block(&self) -> Option<BlockId> {
        self.frame.visits.get(self.visit).copied()
    }

    /// Whether the execution goes wrong at an assertion from here on, before the next call or the
    /// end of the block.
    pub fn is_failing(&self) -> bool {
        self.frame.fails
            && !self.frame.calls.last().is_some_and(|c| c.fails)
            && self.visit + 1 == self.frame.visits.len()
            && self.call == self.frame.calls.len()
    }

    /// Goes to the next block, if the path has one.
    pub fn advance(&mut self) -> Option<BlockId> {
        self.visit += 1;
        self.block()
    }

    /// The frame of the next call.
    pub fn enter(&mut self, callee: ProcId) -> Option<&'f Frame> {
        let next = self.frame.calls.get(self.call)?;
        self.call += 1;
        (next.procedure == callee).then_some(next)
    }

    pub fn at(&self, command: usize) -> At {
        let block = self.block().unwrap_or(BlockId(0));
        At { procedure: self.frame.procedure, block, command }
    }
}

/// Checks that the path is one through the program's blocks, whatever the data.
pub fn check_path(program: &Program, path: &Frame) -> Result<(), PathError> {
    let mut frames = vec![path];
    while let Some(frame) = frames.pop() {
        check_frame(program, frame)?;
        frames.extend(&frame.calls);
    }
    Ok(())
}

fn check_frame(program: &Program, frame: &Frame) -> Result<(), PathError> {
    let procedure = &program.procedures[frame.procedure];
    let name = || procedure.name.clone();
    let blocks = &procedure.body.blocks;
    if frame.visits.first() != Some(&BlockId(0)) {
        return Err(PathError::Start(name()));
    }
    let mut calls = frame.calls.iter();
    for (i, &visit) in frame.visits.iter().enumerate() {
        let block = &blocks[visit];
        for call in block.calls() {
            match calls.next() {
                Some(child) if child.procedure == call.callee => {}
                // What follows the failure is not visited.
                None if frame.fails && i + 1 == frame.visits.len() => break,
                _ => {
                    let callee = program.procedures[call.callee].name.clone();
                    return Err(PathError::Call(name(), callee));
                }
            }
        }
        if let Some(&next) = frame.visits.get(i + 1)
            && !block.successors().contains(&next)
        {
            let next = blocks[next].label.clone();
            return Err(PathError::Successor(name(), block.label.clone(), next));
        }
        if i + 1 == frame.visits.len() && !frame.fails && block.exit != Exit::Return {
            return Err(PathError::End(name(), block.label.clone()));
        }
    }
    if calls.next().is_some() {
        return Err(PathError::ExtraCalls(name()));
    }
    Ok(())
}
