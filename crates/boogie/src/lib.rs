//! The Boogie language: lexer, parser, syntax tree, name and type checking, printer.
//!
//! Text in, values out: this crate does no input or output and does not panic on any
//! input. The way through it:
//!
//! ```
//! use lariat_boogie::{CheckOptions, SourceMap, check, parse};
//!
//! let sources = SourceMap::single("id.bpl", "procedure id(x: int) returns (y: int) { y := x; }")?;
//! let parsed = parse(&sources);
//! assert!(parsed.is_ok());
//! let checked = check(&parsed.program, &CheckOptions::default());
//! assert!(checked.is_ok());
//! # Ok::<(), lariat_boogie::SourceTooLarge>(())
//! ```
//!
//! [`parse`] gives a tree even when there are errors; [`check`] wants a tree that parsed
//! without errors, and tells for each expression its type and for each name what it refers
//! to ([`Checked`]).

pub mod ast;
mod check;
pub mod checked;
mod diagnostic;
pub mod float;
mod interner;
mod lexer;
mod library;
mod parser;
mod print;
mod source;
mod token;
pub mod ty;

pub use ast::Program;
pub use check::check;
pub use checked::{Checked, Resolution};
pub use diagnostic::{Diagnostic, Severity};
pub use interner::{Interner, Symbol};
pub use library::Library;
pub use parser::{MAX_DEPTH, parse};
pub use print::{print, print_expr, print_stmt_head, print_type};
pub use source::{Location, SourceFile, SourceMap, SourceTooLarge, Span};
pub use ty::{Ty, TyKind, TyTable};

/// What [`parse`] returns: a tree, and what was wrong.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The program; what could not be read is left out.
    pub program: Program,
    /// Errors and warnings, by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether the text was a program.
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// How [`check`] shall check.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions {
    /// Infer what procedures modify instead of insisting that they declare it.
    pub infer_modifies: bool,
}
