//! Summaries as Boogie text.

use crate::candidate::{Candidate, CandidateKind};
use crate::inject::strongest;
use lariat_lower::{Summary, print_summaries};
use lariat_program::Program;

/// What is known of each procedure, as declarations with free contracts, in the order of the program.
/// Procedures are those of the prepared program: one that goes wrong is another than one that returns,
/// and assignments that nothing depends on are not made.
pub fn summaries(program: &Program, kept: &[Candidate]) -> String {
    let strongest = strongest(kept);
    let mut all: Vec<Summary> = program
        .procedures
        .ids()
        .map(|procedure| Summary { procedure, requires: Vec::new(), ensures: Vec::new() })
        .collect();
    for candidate in strongest {
        let summary = &mut all[candidate.procedure.index()];
        match candidate.kind {
            CandidateKind::Pre => summary.requires.push(candidate.formula),
            CandidateKind::Post => summary.ensures.push(candidate.formula),
        }
    }
    all.retain(|s| !s.requires.is_empty() || !s.ensures.is_empty());
    print_summaries(program, &all)
}
