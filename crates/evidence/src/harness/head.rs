//! The head of a harness: how to compile and run it, and what it cannot do.

use super::Harness;
use crate::patch::Patch;
use std::fmt::Write as _;

impl Harness {
    /// The whole file, given the command that compiles it with the program.
    pub fn file(&self, command: &[String]) -> String {
        let mut out = String::from(
            "/* With this file the program repeats an execution that Lariat found:\n\n    ",
        );
        for word in command {
            let _ = write!(out, " {}", quoted(word.as_bytes()));
        }
        out.push_str("\n     ./failing");
        for argument in &self.arguments {
            let _ = write!(out, " {}", quoted(argument));
        }
        let reported = self.flags.iter().any(|f| f.starts_with("-fsanitize="));
        out.push_str(match reported {
            true => "\n\n   It ends with a report of the failure.\n",
            false => "\n\n   No check of the compiler reports this failure.\n",
        });
        list(&mut out, "Inputs of the execution that cannot be set from here", &self.unset);
        list(&mut out, "What the C library seldom does is brought about", &self.brought_about);
        if !self.patches.is_empty() {
            out.push_str(
                "\n   Variables that are not initialised are set where they are declared, in a copy of the program:\n",
            );
            for Patch { variable, place, .. } in &self.patches {
                let _ = writeln!(out, "   - {}:{}: {variable}", place.file, place.line);
            }
        }
        out.push_str("*/\n\n");
        out.push_str(&self.body);
        out
    }
}

fn list(out: &mut String, what: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n   {what}:");
    for item in items {
        let _ = writeln!(out, "   - {}", in_comment(item));
    }
}

/// Text that does not end a comment.
fn in_comment(text: &str) -> String {
    text.replace("*/", "* /")
}

/// A word as a shell reads it, inside of a comment.
fn quoted(word: &[u8]) -> String {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"-_=+.,:/@%^".contains(b);
    match std::str::from_utf8(word) {
        Ok(text) if !text.is_empty() && word.iter().all(plain) => in_comment(text),
        Ok(text) if !text.contains(char::is_control) && !text.contains("*/") => {
            format!("'{}'", text.replace('\'', "'\\''"))
        }
        _ => {
            let octal = |b: &u8| match b {
                b if b.is_ascii_alphanumeric() => char::from(*b).to_string(),
                b => format!("\\{b:03o}"),
            };
            format!("$'{}'", word.iter().map(octal).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted(b"-Iinclude/x.h"), "-Iinclude/x.h");
        assert_eq!(quoted(b""), "''");
        assert_eq!(quoted(b"it's a"), "'it'\\''s a'");
        assert_eq!(quoted(b"a*/\n\xff"), "$'a\\052\\057\\012\\377'");
    }
}
