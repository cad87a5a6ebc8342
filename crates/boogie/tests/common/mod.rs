//! What several tests share: reading programs, and a generator of random numbers.
#![allow(dead_code)]

use lariat_boogie::{CheckOptions, Checked, Diagnostic, Parsed, SourceMap, check, parse};
use std::path::{Path, PathBuf};

/// A program with its name and text.
pub struct Case {
    pub name: String,
    pub path: PathBuf,
    pub text: String,
}

/// The programs of `tests/corpus/FOLDER`, by name.
pub fn corpus(folder: &str) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(folder);
    let mut cases: Vec<Case> = std::fs::read_dir(&root)
        .expect("the corpus folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "bpl"))
        .map(|path| Case {
            name: format!("{folder}/{}", path.file_name().unwrap().to_string_lossy()),
            text: std::fs::read_to_string(&path).expect("a readable program"),
            path,
        })
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

pub fn sources(text: &str) -> SourceMap {
    SourceMap::single("test.bpl", text).expect("a text below 4 GB")
}

pub fn parse_text(text: &str) -> Parsed {
    parse(&sources(text))
}

/// Parses, and checks if that went well; all messages.
pub fn diagnose(text: &str) -> Vec<Diagnostic> {
    let parsed = parse_text(text);
    if !parsed.is_ok() {
        return parsed.diagnostics;
    }
    check(&parsed.program, &CheckOptions::default()).diagnostics
}

/// `line:column message` of each error.
pub fn errors(text: &str) -> Vec<String> {
    let sources = sources(text);
    let located = |d: &Diagnostic| {
        let at = sources.locate(d.place.start);
        format!("{}:{} {}", at.line, at.column, d.message)
    };
    diagnose(text).iter().filter(|d| d.is_error()).map(located).collect()
}

/// Parses and checks a program that has to be right.
pub fn accept(text: &str) -> (Parsed, Checked) {
    let parsed = parse_text(text);
    assert!(parsed.is_ok(), "{:?}\n{text}", parsed.diagnostics);
    let checked = check(&parsed.program, &CheckOptions { infer_modifies: true });
    assert!(checked.is_ok(), "{:?}\n{text}", checked.diagnostics);
    (parsed, checked)
}

/// A small generator of random numbers (xorshift), so that failures can be repeated.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
