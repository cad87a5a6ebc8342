//! Names in Boogie: those of C, where they are free and no words of the language.
//!
//! C has letters that Boogie has not, and `$`, which starts the names that the translation makes up.
//! Each of these is written as its number between tildes, which C's names never have, so different
//! names stay different and [`in_c`] gets back what was written.

use super::Lowering;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Can a character of C be in a name of Boogie?
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A name of C in the alphabet of Boogie.
pub(crate) fn in_boogie(name: &str) -> Cow<'_, str> {
    if name.chars().all(is_plain) {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        let _ = if is_plain(c) { write!(out, "{c}") } else { write!(out, "~{:x}~", u32::from(c)) };
    }
    Cow::Owned(out)
}

/// A name of the translation with the letters that C has there.
pub fn in_c(name: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('~') {
        let escaped = after.split_once('~');
        let letter = escaped.and_then(|(number, _)| u32::from_str_radix(number, 16).ok());
        let (Some(c), Some((_, after))) = (letter.and_then(char::from_u32), escaped) else { break };
        out.push_str(before);
        out.push(c);
        rest = after;
    }
    match out.is_empty() {
        true => Cow::Borrowed(name),
        false => Cow::Owned(out + rest),
    }
}

/// Words that cannot be names.
const RESERVED: &[&str] = &[
    "assert",
    "assume",
    "async",
    "axiom",
    "bool",
    "break",
    "call",
    "complete",
    "const",
    "datatype",
    "div",
    "else",
    "ensures",
    "exists",
    "extends",
    "false",
    "finite",
    "forall",
    "free",
    "function",
    "goto",
    "havoc",
    "hideable",
    "if",
    "implementation",
    "int",
    "invariant",
    "is",
    "lambda",
    "mod",
    "modifies",
    "old",
    "par",
    "procedure",
    "pure",
    "real",
    "requires",
    "return",
    "returns",
    "string",
    "rmode",
    "regex",
    "then",
    "true",
    "type",
    "unique",
    "uses",
    "var",
    "where",
    "while",
    "yield",
    "yields",
    "left",
    "right",
    "both",
    "atomic",
    "refines",
    "invariant",
    "measure",
    "preserves",
    "action",
    "async",
    "creates",
    "reveal",
    "hide",
    "push",
    "pop",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "action",
    "Seq",
];

fn is_word(name: &str) -> bool {
    let bits =
        |p: &str| name.strip_prefix(p).is_some_and(|r| r.bytes().all(|b| b.is_ascii_digit()));
    RESERVED.contains(&name) || bits("bv") || name.starts_with("float")
}

impl Lowering<'_> {
    /// A name for a global or procedure.
    pub fn global_name(&mut self, name: &str) -> String {
        let base = if is_word(name) { format!("{name}'") } else { name.to_owned() };
        let count = self.global_names.entry(base.clone()).or_insert(0);
        *count += 1;
        match *count {
            1 => base,
            n => {
                let other = format!("{base}.{n}");
                self.global_name(&other)
            }
        }
    }

    /// A name for a local of the current procedure. Names of globals of C are not used, since
    /// globals may become known later.
    pub fn local_name(&mut self, name: &str) -> String {
        let base = if is_word(name) { format!("{name}'") } else { name.to_owned() };
        let count = self.frame.names.entry(base.clone()).or_insert(0);
        *count += 1;
        let n = *count;
        let is_global = self.c_globals.contains(name);
        match n {
            1 if !is_global => base,
            n => {
                let other = format!("{base}.{n}");
                self.local_name(&other)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_back() {
        for name in ["x", "größe", "$x", "x$", "変数", "_1", "\u{10ffff}", "~"] {
            let escaped = in_boogie(name);
            assert!(escaped.bytes().all(|b| b.is_ascii_alphanumeric() || b"_~".contains(&b)));
            assert_eq!(in_c(&escaped), name);
        }
        assert_eq!(in_boogie("ä$"), "~e4~~24~");
        assert_eq!(in_c("~e4~.2"), "ä.2");
        assert_eq!(in_c("not ~ escaped"), "not ~ escaped");
    }
}
