//! One search: a question with what changes from round to round.

use crate::failure::Failure;
use crate::load::{Encoding, Loaded, Loader};
use crate::program::Program;
use crate::question::Question;
use crate::run::Run;
use crate::table::Excluded;
use lariat_lower::Peeling;

/// What one search is about.
#[derive(Clone)]
pub struct Job<'a> {
    /// The question.
    pub question: &'a Question,
    /// Where its program comes from.
    pub loader: &'a Loader<'a>,
    /// How numbers are represented.
    pub encoding: Encoding,
    /// The places that this search leaves out.
    pub excluded: Excluded,
}

impl<'a> Job<'a> {
    /// The first search for an answer.
    pub fn new(question: &'a Question, loader: &'a Loader<'a>) -> Job<'a> {
        let encoding = Encoding::of(question);
        Job { question, loader, encoding, excluded: Excluded::default() }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.loader.program()
    }

    /// Is it about a program in C?
    pub fn is_c(&self) -> bool {
        self.program().is_c()
    }

    /// The same with nothing left open.
    pub fn precise(&self) -> Job<'a> {
        Job { encoding: Encoding::PRECISE, ..self.clone() }
    }

    /// Loads the program with these iterations of loops as plain code.
    pub fn load(
        &self,
        peeling: &Peeling,
        run: &Run,
        warnings: &mut Vec<String>,
    ) -> Result<Loaded<'a>, Failure> {
        self.loader.load(&self.encoding, &self.excluded, peeling, run, warnings)
    }
}
