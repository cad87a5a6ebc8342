//! What a run leaves in the folder of `--report`: a page for people (`page`), and the same for tools (`sarif`, `junit`,
//! [`SuiteResult`] as JSON).
//!
//! Every file is a function of the [`SuiteResult`] and, for lines of the program, of the files that traces name.

mod junit;
mod page;
mod sarif;
mod steps;

use crate::result::{Instance, SuiteResult};
use std::io;
use std::path::Path;

/// Makes a file of a run.
type Format = fn(&SuiteResult) -> io::Result<String>;

/// The files and what writes them.
const FILES: [(&str, Format); 4] = [
    ("results.json", |suite| Ok(serde_json::to_string_pretty(suite)?)),
    ("results.sarif", sarif::write),
    ("results.junit.xml", |suite| Ok(junit::write(suite))),
    ("index.html", page::write),
];

/// Writes all of them.
pub fn write(folder: &Path, suite: &SuiteResult) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, text) in FILES {
        let temporary = folder.join(format!("{name}.new"));
        std::fs::write(&temporary, text(suite)?)?;
        // Nobody sees half a file.
        std::fs::rename(temporary, folder.join(name))?;
    }
    Ok(())
}

/// Options of a command that are about other things than one instance; those with `true` have a value.
const ABOUT_ALL: [(&str, bool); 9] = [
    ("--rules", true),
    ("--harness", true),
    ("--report", true),
    ("--jobs", true),
    ("-j", true),
    ("--json", false),
    ("--quiet", false),
    ("-q", false),
    ("--again", false),
];

/// The command that answers one instance again.
fn command_for(suite: &SuiteResult, instance: &Instance) -> String {
    let mut words = vec!["lariat".to_owned()];
    let mut given = suite.command.iter().skip(1);
    while let Some(word) = given.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        match ABOUT_ALL.iter().find(|(option, _)| *option == name) {
            Some((_, true)) if !word.contains('=') => drop(given.next()),
            Some(_) => {}
            None => words.push(quoted(word)),
        }
    }
    words.extend(["--rules".into(), quoted(&instance.rule)]);
    words.extend(["--harness".into(), quoted(&instance.harness), "--again".into()]);
    words.join(" ")
}

/// A word as shells take it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests;
