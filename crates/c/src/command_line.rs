//! Flags of C compilers on the command line of a tool that reads C.
//!
//! `lariat check main.c -std=c99 -O2 -Wall -include config.h @flags` is what people type. The tool's parser of arguments
//! has no options with one dash and several letters, so such flags become values of one hidden option, `--compiler-flag`, before
//! it sees them. `-I`, `-D` and `-U` are options of its own.

use crate::flags::{Meaning, meaning, split_words};
use crate::preprocess::Flag;
use std::collections::VecDeque;
use std::ffi::OsString;

/// The commands that read C.
const COMMANDS: [&str; 4] = ["check", "translate", "explain-memory", "verify"];

/// How many files of arguments may name each other.
const MOST_FILES: usize = 64;

/// The arguments as the tool takes them; `read` reads a file of arguments.
pub fn rewrite(
    arguments: Vec<OsString>,
    read: impl Fn(&str) -> Result<String, String>,
) -> Result<Vec<OsString>, String> {
    let command = arguments.get(1).and_then(|a| a.to_str()).unwrap_or_default();
    if !COMMANDS.contains(&command) {
        return Ok(arguments);
    }
    let mut out: Vec<OsString> = arguments.iter().take(2).cloned().collect();
    let mut rest: VecDeque<OsString> = arguments.into_iter().skip(2).collect();
    let mut files = 0;
    while let Some(argument) = rest.pop_front() {
        let Some(text) = argument.to_str() else {
            out.push(argument);
            continue;
        };
        if let Some(file) = text.strip_prefix('@') {
            files += 1;
            if files > MOST_FILES {
                return Err("too many files of arguments; do they name each other?".into());
            }
            for word in split_words(&read(file)?).into_iter().rev() {
                rest.push_front(word.into());
            }
            continue;
        }
        let ours =
            ["-I", "-D", "-U", "-o", "-u", "-j", "-q"].iter().any(|own| text.starts_with(own));
        if !text.starts_with('-') || text.starts_with("--") || ours || text.len() == 1 {
            out.push(argument);
            continue;
        }
        let mut values = std::iter::from_fn(|| Some(rest.pop_front()?.to_string_lossy().into()));
        match meaning(text, &mut values) {
            Some(Meaning::Preprocess(flag)) => {
                for part in flag.arguments() {
                    let mut value = OsString::from("--compiler-flag=");
                    value.push(part);
                    out.push(value);
                }
            }
            Some(Meaning::Model(model)) => {
                out.push(format!("--data-model={}", model.name()).into())
            }
            Some(Meaning::Nothing) => {}
            Some(Meaning::Refused) => {
                return Err(format!("`{text}` changes what C means, which is not supported"));
            }
            None => out.push(argument),
        }
    }
    Ok(out)
}

/// The flags that the hidden option holds.
pub fn flags(values: &[String]) -> Vec<Flag> {
    let mut rest = values.iter().cloned();
    let mut flags = Vec::new();
    while let Some(value) = rest.next() {
        if let Some(Meaning::Preprocess(flag)) = meaning(&value, &mut rest) {
            flags.push(flag);
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(line: &str) -> Result<String, String> {
        let out =
            rewrite(line.split(' ').map(OsString::from).collect(), |file| Err(file.to_owned()))?;
        Ok(out.iter().map(|a| a.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn flags_are_taken_ignored_or_refused() {
        let same = "lariat check a.c -I d -DX=1 --entry f -v -q";
        assert_eq!(rewritten(same).as_deref(), Ok(same));
        assert_eq!(
            rewritten("lariat check a.c -std=c99 -Wall -O2 -include x.h -lm").as_deref(),
            Ok(
                "lariat check a.c --compiler-flag=-std=c99 --compiler-flag=-O2 --compiler-flag=-include \
                --compiler-flag=x.h"
            )
        );
        assert_eq!(
            rewritten("lariat check -m32 a.c").as_deref(),
            Ok("lariat check --data-model=ILP32 a.c")
        );
        assert!(rewritten("lariat check a.c -funsigned-char").is_err());
        assert_eq!(rewritten("lariat prove -std=c99").as_deref(), Ok("lariat prove -std=c99"));
    }
}
