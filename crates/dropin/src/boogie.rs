//! Boogie: flags to settings, reports to lines.

mod flags;
mod model;
mod output;
mod words;

pub(crate) use flags::is_of_taste;
pub use flags::{Flags, HELP, Parsed, parse};
pub use output::{Counts, complaint, error_lines, trailer};
pub use words::Dialect;

/// The name of the program that is read from standard input.
pub const STANDARD_INPUT: &str = "stdin.bpl";

/// The line with the version, which callers look for.
pub fn logo(dialect: Dialect) -> String {
    let version = dialect.version();
    format!("Boogie program verifier version {version}, Copyright (c) 2003-2014, Microsoft.\n")
}
