//! What the verifier leaves to the program that it is part of.

use crate::failure::Failure;
use crate::program::Translated;
use crate::report::Bug;
use lariat_budget::Budget;
use lariat_passes::Pass;
use lariat_program::{ProcId, Program};
use lariat_verdict::Item;
use std::io::Write;

/// What a solver is started for; each has its own, and its own log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The search: the first, the second, … of the run.
    Search(u32),
    /// Estimating how many iterations loops need.
    Loops,
    /// Examining the paths that it finds.
    Path(u32),
    /// Asking whether a path is one that the search was not sure of.
    Doubt(u32),
    /// Finding values for the path that the search found.
    Replay,
}

/// Writes what is to be written, and adds to what was found. Nothing of it is needed for an answer.
pub trait Host: Send + Sync {
    /// The program after a pass.
    fn program(&self, _pass: Pass, _program: &Program, _entry: ProcId) -> Result<(), Failure> {
        Ok(())
    }

    /// Where the queries of a solver are written, if they are.
    fn query_log(&self, _purpose: Use) -> Result<Option<Box<dyn Write + Send>>, Failure> {
        Ok(None)
    }

    /// An execution of a C program fails at a place; its trace is that of the translated program. More evidence may be
    /// added.
    fn found(
        &self,
        _bug: &mut Bug,
        _place: &Item,
        _c: &Translated,
        _budget: &Budget,
    ) -> Result<(), Failure> {
        Ok(())
    }
}

/// Wants nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Host for Silent {}
