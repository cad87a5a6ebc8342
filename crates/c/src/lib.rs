//! C in, a typed program out.
//!
//! ```text
//! .c ── preprocess ──► .i ── lexer ──► unit (parse + check, one pass) ──► link ──► Program
//! ```
//!
//! The front end reads C11 with the GNU and Microsoft extensions that real code uses,
//! resolves names, types every expression, makes conversions explicit, lays out records as
//! gcc does for two data models, flattens initialisers, and links several translation units
//! into one [`Program`].
//!
//! Invariants: no input makes it panic; errors are values with places; except for
//! [`preprocess`] there is no I/O; what is not understood inside a function is a node that
//! says so.

pub mod command_line;
mod compat;
pub mod compile_commands;
mod constant;
mod diagnostic;
pub mod flags;
mod layout;
mod lexer;
mod link;
mod original;
pub mod preprocess;
mod print_program;
mod print_types;
mod program;
mod source;
mod symbol;
mod token;
mod tree;
mod types;
mod unit;

pub use constant::{AddressBase, Constant};
pub use diagnostic::{Diagnostic, Severity};
pub use layout::DataModel;
pub use link::{Source, read_claim, read_claims, read_parts, read_program};
pub use original::Originals;
pub use program::*;
pub use source::{FileId, FileNames, Place, ShownPlace, text_of};
pub use symbol::{Interner, Symbol};
pub use tree::*;
pub use types::*;
