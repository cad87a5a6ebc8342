//! A rule as it is written.

use crate::event::Event;

/// A position in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub from: usize,
    /// The byte behind the last.
    pub to: usize,
    /// Where it starts.
    pub at: Position,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name: that of its file without `.slic`.
    pub name: String,
    /// Its file, as the user calls it.
    pub file: String,
    /// The text.
    pub text: String,
    /// What it says, in a sentence, if it says so.
    pub about: Option<String>,
    /// Does it only find out what a program has?
    pub is_property: bool,
    /// Property rules without whose property it does not apply.
    pub requires: Vec<(String, Span)>,
    /// The harnesses that it is meant for; all if it names none.
    pub harnesses: Vec<(String, Span)>,
    /// What it consists of, in order.
    pub items: Vec<Item>,
}

/// A part of a rule.
#[derive(Clone, Debug)]
pub enum Item {
    /// A line for the preprocessor.
    Directive(Span),
    /// A declaration or function of C. Declarations of `state` are some.
    C {
        /// The text.
        span: Span,
        /// Must `static` be written in front of it?
        needs_static: bool,
        /// It, with what is not C.
        pieces: Vec<Piece>,
    },
    /// An object whose state the variables are.
    Watch(Watch),
    /// What to do at events.
    Handler {
        /// The events, with the names that the parameters get.
        events: Vec<(Event, Vec<String>, Span)>,
        /// When the handler is meant.
        guard: Option<Guard>,
        /// The statements, with their braces.
        body: Span,
        /// What is not C in them.
        pieces: Vec<Piece>,
    },
}

/// An arbitrary object, the same for the whole execution.
#[derive(Clone, Debug)]
pub enum Watch {
    /// `watch f.$1, g.$2;`: one with which such functions are called. Function, number (zero: the result), place.
    Parameters(Vec<(String, usize, Span)>),
    /// `watch T name;`: type with stars, and name.
    Named {
        /// The type.
        ty: Span,
        /// The name.
        name: String,
    },
}

/// The condition of a handler.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Is it `guard e`: is the value the watched object?
    pub is_object: bool,
    /// The expression.
    pub span: Span,
    /// What is not C in it.
    pub pieces: Vec<Piece>,
}

/// Something in C text that is not C.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Where.
    pub span: Span,
    /// What.
    pub what: PieceKind,
}

/// What it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// `$1`
    Parameter(usize),
    /// `$name`
    Named(String),
    /// `$return`
    Result,
    /// `abort "…";` with the text between the quotes.
    Abort(Option<String>),
    /// `halt;`
    Halt,
    /// `found;`
    Found,
}

impl Rule {
    /// A part of its text.
    pub fn source(&self, span: Span) -> &str {
        &self.text[span.from..span.to]
    }

    /// All events, each with the place where it stands.
    pub fn events(&self) -> impl Iterator<Item = (&Event, Span)> {
        self.items
            .iter()
            .flat_map(|item| match item {
                Item::Handler { events, .. } => events.as_slice(),
                _ => &[],
            })
            .map(|(event, _, span)| (event, *span))
    }

    /// Everything that is not C, in handlers and functions.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.items.iter().flat_map(|item| match item {
            Item::Handler { pieces, .. } | Item::C { pieces, .. } => pieces.as_slice(),
            _ => &[],
        })
    }

    /// Do conditions of handlers read what the rule itself keeps? Then what handlers do decides which events happen.
    pub fn conditions_read_state(&self) -> bool {
        let words = |span: Span| {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            self.source(span).split(move |c| !is_word(c)).filter(|word| !word.is_empty())
        };
        let own: Vec<Span> = self
            .items
            .iter()
            .filter_map(|item| match item {
                Item::C { span, .. } => Some(*span),
                _ => None,
            })
            .collect();
        self.items.iter().any(|item| match item {
            Item::Handler { guard: Some(guard), .. } => words(guard.span)
                .any(|word| own.iter().any(|&span| words(span).any(|other| other == word))),
            _ => false,
        })
    }

    /// Are there executions that it leaves out?
    pub fn halts(&self) -> bool {
        self.pieces().any(|piece| piece.what == PieceKind::Halt)
    }
}
