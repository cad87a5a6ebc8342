//! Lariat in the place of other tools: their flags, their words, their exit codes.
//!
//! Front ends start `corral` or `boogie` and read the output with regular expressions. This crate turns their flags into
//! questions, and answers into the lines that they look for; the tests hold the readers' expressions against them. Starting
//! the work, files and the process are the business of whoever calls it.

pub mod boogie;
pub mod corral;

/// Name and value of a flag (`/name:value` or `-name:value`), unless the argument is a file: absolute paths start with a slash, too.
/// `is_file` says whether there is a file of that name.
fn flag<'a>(arg: &'a str, is_file: &dyn Fn(&str) -> bool) -> Option<(&'a str, Option<&'a str>)> {
    let body = arg.strip_prefix('/').or_else(|| arg.strip_prefix('-'))?;
    let names_file =
        arg.starts_with('/') && (arg.ends_with(".bpl") && !body.contains(':') || is_file(arg));
    if names_file || body.is_empty() {
        return None;
    }
    match body.split_once(':') {
        Some((name, value)) => Some((name, Some(value))),
        None => Some((body, None)),
    }
}

/// What parsing of flags needs to know about files.
pub trait Files {
    /// Whether there is a file of this name.
    fn is_file(&self, name: &str) -> bool;
    /// The text of a file; in words if it cannot be read.
    fn read(&self, name: &str) -> Result<String, String>;
}
