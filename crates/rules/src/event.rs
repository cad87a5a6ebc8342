//! Events: what handlers wait for.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A function is called, entered or left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Event {
    /// The function, or `fun_X` for those with the role `X`.
    pub function: String,
    /// When.
    pub when: When,
}

/// When an event happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// The function starts, whoever calls it.
    Entry,
    /// It ends.
    Exit,
    /// The program calls it by name.
    Call,
    /// That call returns.
    Return,
}

impl When {
    /// All with their words.
    pub const TABLE: [(When, &'static str); 4] = [
        (When::Entry, "entry"),
        (When::Exit, "exit"),
        (When::Call, "call"),
        (When::Return, "return"),
    ];

    /// The word in a rule.
    pub fn word(self) -> &'static str {
        When::TABLE[self as usize].1
    }

    /// The time with this word.
    pub fn from_word(word: &str) -> Option<When> {
        When::TABLE.iter().find(|(_, known)| *known == word).map(|(when, _)| *when)
    }

    /// Is it before the function does anything?
    pub fn is_before(self) -> bool {
        matches!(self, When::Entry | When::Call)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.function, self.when.word())
    }
}

/// What a handler gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Argument {
    /// An argument of the function, from 1: its value when the function was called.
    Parameter(usize),
    /// What the function returns.
    Result,
}
