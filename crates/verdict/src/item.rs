//! The places that are checked.

use crate::knowledge::Knowledge;
use serde::{Deserialize, Serialize};

/// The number of a checked place, the same in every translation of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u32);

/// A place that must not go wrong, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its number.
    pub id: ItemId,
    /// What would go wrong.
    pub kind: Kind,
    /// The property that it belongs to, as the user calls it.
    pub property: String,
    /// The function or procedure that it is in.
    pub function: String,
    /// Where it stands, in the file that the user wrote.
    pub place: Option<Place>,
    /// What goes wrong, in words.
    pub message: String,
    /// Whether an execution gets there and fails.
    pub known: Knowledge,
}

/// What goes wrong at an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An assertion is false, or an error function is called.
    Assertion,
    /// A precondition is false where a procedure is called.
    Precondition,
    /// A postcondition is false where a procedure returns.
    Postcondition,
    /// A loop invariant is false; where loops are cut at their heads, when the loop is entered.
    Invariant,
    /// A loop invariant is false after an iteration that began with it (where loops are cut at their heads).
    Maintained,
    /// The entry returns (where the question is whether it can).
    Return,
    /// A null pointer is dereferenced.
    Null,
    /// An access is outside of its object.
    Bounds,
    /// Division or remainder by zero.
    DivisionByZero,
    /// Signed arithmetic overflows.
    Overflow,
    /// A shift by a negative amount, or by the width or more.
    Shift,
    /// Something is freed that cannot be.
    Free,
    /// An object is used after its life.
    Lifetime,
    /// Memory is not freed.
    Leak,
    /// Memory is not freed and nothing points to it.
    Lost,
    /// A variable is read before it has a value.
    Uninitialised,
    /// A rule about the use of an interface is violated.
    Rule,
    /// Something that was not understood is reached. That is not a bug, but nothing is known about what follows.
    Unsupported,
}

impl Kind {
    /// All kinds in their order, each with its word (in JSON and lists) and what it says in a sentence.
    const TABLE: [(Kind, &str, &str); 18] = [
        (Kind::Assertion, "assertion", "An assertion is false, or an error function is called"),
        (Kind::Precondition, "precondition", "A precondition is false where a procedure is called"),
        (
            Kind::Postcondition,
            "postcondition",
            "A postcondition is false where a procedure returns",
        ),
        (Kind::Invariant, "invariant", "A loop invariant is false"),
        (Kind::Maintained, "maintained", "An iteration does not maintain a loop invariant"),
        (Kind::Return, "return", "The entry procedure returns"),
        (Kind::Null, "null", "A null pointer is dereferenced"),
        (Kind::Bounds, "bounds", "An access is outside of its object"),
        (Kind::DivisionByZero, "division-by-zero", "Division or remainder by zero"),
        (Kind::Overflow, "overflow", "Signed arithmetic overflows"),
        (Kind::Shift, "shift", "A shift by a negative amount, or by the width or more"),
        (Kind::Free, "free", "Something is freed that cannot be"),
        (Kind::Lifetime, "lifetime", "An object is used after its life"),
        (Kind::Leak, "leak", "Memory is not freed"),
        (Kind::Lost, "lost", "Memory is not freed and nothing points to it"),
        (Kind::Uninitialised, "uninitialised", "A variable is read before it has a value"),
        (Kind::Rule, "rule", "A rule about the use of an interface is violated"),
        (Kind::Unsupported, "unsupported", "Something is reached that was not understood"),
    ];

    /// All kinds.
    pub const ALL: [Kind; Kind::TABLE.len()] = {
        let mut all = [Kind::Assertion; Kind::TABLE.len()];
        let mut n = 0;
        while n < all.len() {
            all[n] = Kind::TABLE[n].0;
            n += 1;
        }
        all
    };

    /// The kind with this [`word`](Kind::word).
    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The word in JSON and lists.
    pub fn word(self) -> &'static str {
        Kind::TABLE[self as usize].1
    }

    /// What it is, in a sentence without full stop.
    pub fn about(self) -> &'static str {
        Kind::TABLE[self as usize].2
    }

    /// Whether the program states it: as an assertion, in a contract, as an invariant, or by the question.
    pub fn is_assertion(self) -> bool {
        matches!(
            self,
            Kind::Assertion
                | Kind::Precondition
                | Kind::Postcondition
                | Kind::Invariant
                | Kind::Maintained
                | Kind::Return
        )
    }

    /// Whether programs in C can be checked for it.
    pub fn is_of_c(self) -> bool {
        self == Kind::Assertion || !self.is_assertion() && self.is_failure()
    }

    /// Whether reaching it is a failure of the program.
    pub fn is_failure(self) -> bool {
        self != Kind::Unsupported
    }
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when it is not known.
    pub column: u32,
}

impl Place {
    /// `file:line:column`, or less when less is known.
    pub fn show(&self) -> String {
        match self.column {
            0 => format!("{}:{}", self.file, self.line),
            column => format!("{}:{}:{column}", self.file, self.line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_all_kinds_in_their_order() {
        for (n, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, n, "{kind:?}");
            assert_eq!(Kind::from_word(kind.word()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
        }
    }
}
