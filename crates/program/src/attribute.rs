//! What front ends say to the verifier: places in the source and attributes, kept on every command.

use lariat_logic::TermId;
use lariat_verdict::{ItemId, Kind};

lariat_logic::index_types! {
    /// An [`Info`] record of a program.
    InfoId;
}

/// A place in a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Index into [`Program::files`](crate::Program::files).
    pub file: u32,
    /// Line, from 1; 0 where there is no place.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// One argument of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttributeArg {
    /// A string.
    Text(String),
    /// An expression.
    Term(TermId),
}

/// An attribute such as `{:sourceline 12}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// Its name without the colon.
    pub name: String,
    /// Its arguments.
    pub args: Vec<AttributeArg>,
}

/// Where a command or declaration comes from and what was said about it. Commands refer to it by
/// [`InfoId`], so copies of a command share it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Info {
    /// The place in the source.
    pub place: Place,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The statement as written, or a few words for a command that lowering made.
    pub text: String,
    /// What is checked here: of an assertion, and of the assumption that stands for it in the
    /// procedure of a loop.
    pub item: Option<Obligation>,
}

/// A checked place of the program, as the commands that check it say it. All copies of a command, and
/// all returns that check one postcondition, have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Obligation {
    /// Its number.
    pub id: ItemId,
    /// What would go wrong.
    pub kind: Kind,
    /// Where it is written: a postcondition at its clause, all others where they are checked.
    pub place: Place,
}

impl Info {
    /// The first attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name == name)
    }

    /// Whether the attribute is there.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }
}

impl Attribute {
    /// The n-th argument, if it is a string.
    pub fn text(&self, n: usize) -> Option<&str> {
        match self.args.get(n) {
            Some(AttributeArg::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The n-th argument, if it is an expression.
    pub fn term(&self, n: usize) -> Option<TermId> {
        match self.args.get(n) {
            Some(AttributeArg::Term(term)) => Some(*term),
            _ => None,
        }
    }
}
