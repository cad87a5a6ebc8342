//! A part of a search as data (schema `lariat-part/1`): the program by file and hash, the arguments that ask the
//! question, and what was decided about which call sites; so it can be checked on any machine that has the program.

use crate::report::PartOf;
use lariat_reach::{Decision, Fnv, Part};
use serde::{Deserialize, Serialize};

/// The schema of part files.
pub const PART_SCHEMA: &str = "lariat-part/1";

/// What is in a part file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PartFile {
    schema: String,
    version: String,
    split: String,
    number: usize,
    of: usize,
    /// The files of the program.
    pub files: Vec<HashedFile>,
    /// The arguments that ask the question.
    pub arguments: Vec<String>,
    program: String,
    bound: u32,
    decisions: Vec<(u32, u32, bool)>,
    links: Vec<(u32, u32)>,
}

/// A file and its contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashedFile {
    /// Its name.
    pub name: String,
    /// The hash of its contents, 16 hexadecimal digits.
    pub hash: String,
}

impl HashedFile {
    /// A file with these contents.
    pub fn new(name: &str, contents: &[u8]) -> HashedFile {
        let mut hash = Fnv::default();
        hash.add(contents);
        HashedFile { name: name.to_owned(), hash: hexadecimal(hash.0) }
    }
}

fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

impl PartFile {
    /// The files of a split, for this version of Lariat.
    pub fn all(
        version: &str,
        files: &[HashedFile],
        arguments: &[String],
        parts: &[Part],
    ) -> Vec<PartFile> {
        let mut split = Fnv::default();
        let contents: Vec<&str> = files.iter().map(|file| file.hash.as_str()).collect();
        split.add(format!("{contents:?} {arguments:?} {parts:?}").as_bytes());
        let file = |(number, part): (usize, &Part)| PartFile {
            schema: PART_SCHEMA.to_owned(),
            version: version.to_owned(),
            split: hexadecimal(split.0),
            number,
            of: parts.len(),
            files: files.to_vec(),
            arguments: arguments.to_vec(),
            program: hexadecimal(part.program.unwrap_or_default()),
            bound: part.bound,
            decisions: part.decisions.iter().map(|d| (d.number, d.site, d.reached)).collect(),
            links: part.links.clone(),
        };
        (1..).zip(parts).map(file).collect()
    }

    /// The part, and which one of which split it is; none if the program's fingerprint is damaged.
    pub fn part(&self) -> Option<(Part, PartOf)> {
        let decision = |&(number, site, reached)| Decision { number, site, reached };
        let part = Part {
            program: Some(u64::from_str_radix(&self.program, 16).ok()?),
            bound: self.bound,
            links: self.links.clone(),
            decisions: self.decisions.iter().map(decision).collect(),
        };
        let decisions = part.decisions.iter().map(|d| (d.number, d.reached)).collect();
        let of = PartOf { split: self.split.clone(), number: self.number, of: self.of, decisions };
        Some((part, of))
    }
}
