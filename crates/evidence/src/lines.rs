//! Lines of C source: by what line markers say, and where they are in the input.

use lariat_c::preprocess::line_marker;
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;

/// The lines of C files, also those that only a preprocessed text has.
#[derive(Clone, Debug, Default)]
pub struct SourceLines {
    lines: FxHashMap<(String, u32), Line>,
    inputs: FxHashMap<String, Vec<String>>,
    files: Vec<String>,
}

#[derive(Clone, Debug)]
struct Line {
    text: String,
    /// Where it is in an input file.
    position: Option<(String, u32)>,
}

impl SourceLines {
    /// Takes over the text of an input file; line markers in it say where its lines are from.
    pub fn add_input(&mut self, name: &str, text: &str) {
        self.inputs.insert(name.to_owned(), text.lines().map(str::to_owned).collect());
        self.add(name, text, true);
    }

    /// Takes over a preprocessed text.
    pub fn add_preprocessed(&mut self, name: &str, text: &str) {
        self.add(name, text, false);
    }

    fn add(&mut self, name: &str, text: &str, input: bool) {
        let (mut file, mut number) = (name.to_owned(), 0u32);
        for (physical, line) in (1u32..).zip(text.lines()) {
            number += 1;
            if let Some(marker) = line_marker(line) {
                number = marker.line.saturating_sub(1);
                if let Some(other) = marker.file {
                    file = other;
                }
            } else if !line.trim().is_empty() {
                if !self.files.iter().rev().any(|f| *f == file) {
                    self.files.push(file.clone());
                }
                let position = input.then(|| (name.to_owned(), physical));
                let line = || Line { text: line.to_owned(), position };
                self.lines.entry((file.clone(), number)).or_insert_with(line);
            }
        }
    }

    /// The text of a line.
    pub fn get(&self, file: &str, line: u32) -> Option<&str> {
        self.lines.get(&(file.to_owned(), line)).map(|l| l.text.as_str())
    }

    /// The lines of the statement that a line belongs to, as far as punctuation tells: compilers and we may name
    /// different ones of them.
    pub fn statement(&self, file: &str, line: u32) -> RangeInclusive<u32> {
        /// Statements of more lines are not followed.
        const MOST: u32 = 50;
        let text = |n: u32| self.get(file, n).map(str::trim_end);
        let ends = |n: u32| text(n).is_none_or(|t| t.ends_with([';', '{', '}', ':']));
        let known = |n: &u32| text(*n).is_some();
        let first = (line.saturating_sub(MOST)..line).rev().find(|&n| n == 0 || ends(n));
        let last = (line..line.saturating_add(MOST)).take_while(known).find(|&n| ends(n));
        let is_directive = |n: &u32| text(*n).is_some_and(|t| t.trim_start().starts_with('#'));
        let first = first.map_or(line, |n| n + 1);
        let first = (first..line).rev().find(is_directive).map_or(first, |n| n + 1);
        first..=last.unwrap_or(line)
    }

    /// Where a line is in an input file.
    pub fn position(&self, file: &str, line: u32) -> Option<(&str, u32)> {
        let known = self.lines.get(&(file.to_owned(), line))?.position.as_ref()?;
        Some((&known.0, known.1))
    }

    /// How many input files there are.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The files that lines are from, by what line markers say.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The lines of an input file.
    pub fn input(&self, file: &str) -> Option<&[String]> {
        self.inputs.get(file).map(Vec::as_slice)
    }

    /// A line of an input file.
    pub fn input_line(&self, file: &str, line: u32) -> Option<&str> {
        let lines = self.inputs.get(file)?;
        lines.get((line as usize).checked_sub(1)?).map(String::as_str)
    }
}
