//! Settings that are tried one after the other when an instance gives no useful answer. A later rung looks at fewer executions, or in
//! another way at the same: what it leaves out is part of the verdict.

use lariat_c2boogie::IntegerEncoding;
use lariat_verify::Question;

/// One set of settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// What users read; empty for the usual settings.
    pub name: &'static str,
    /// Its share of the time.
    pub share: f64,
    /// What it leaves out, in words, if it does.
    pub weaker: Option<&'static str>,
    env_alias: bool,
    integers: IntegerEncoding,
}

/// The rungs. Shares add up to one.
pub const LADDER: &[Rung] = &[
    Rung { name: "", share: 0.5, weaker: None, env_alias: true, integers: IntegerEncoding::Mixed },
    // The same executions, with what `x & y` gives left open until a path depends on it.
    Rung {
        name: "--integers int",
        share: 0.2,
        weaker: None,
        env_alias: true,
        integers: IntegerEncoding::Int,
    },
    Rung {
        name: "--no-env-alias",
        share: 0.3,
        weaker: Some("pointers from outside point to different memory"),
        env_alias: false,
        integers: IntegerEncoding::Mixed,
    },
];

impl Rung {
    /// Changes a question.
    pub fn apply(&self, question: &mut Question) {
        question.c.env_alias = self.env_alias;
        question.c.integers = self.integers;
    }
}
