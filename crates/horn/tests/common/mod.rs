//! Programs from text to prepared program.

use lariat_lower::LowerOptions;
use lariat_passes::{Goal, Prepared, prepare};

pub fn load(text: &str) -> Prepared {
    let options = LowerOptions::default();
    let (lowered, entry) = lariat_lower::load("test.bpl", text, &options)
        .unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    prepare(&lowered.program, entry, Goal::Failure, &mut |_, _, _| {})
}
