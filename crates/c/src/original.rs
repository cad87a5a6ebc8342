//! What the user wrote, for a program that was read after preprocessing.
//!
//! Places have the file and the line before preprocessing, but the column after it: macros move
//! what follows them. The token at a place is looked for in the original line; if it is not there
//! (it came out of a macro), the line as a whole is meant.

use crate::link::Source;
use crate::preprocess::line_marker;
use crate::source::{FileId, FileNames, Place};
use lariat_diagnostics::Sources;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// The lines of a program, as the user wrote them.
pub struct Originals<'p> {
    files: &'p FileNames,
    /// What the user wrote, by name.
    texts: FxHashMap<FileId, &'p str>,
    sources: Vec<Source<'p>>,
    /// Lines after preprocessing. There may be several of one number.
    preprocessed: OnceCell<FxHashMap<(FileId, u32), Vec<&'p str>>>,
}

impl<'p> Originals<'p> {
    /// The texts that were read, and what the user wrote (by name), as far as that is known.
    pub fn new(
        files: &'p FileNames,
        sources: &[Source<'p>],
        originals: impl IntoIterator<Item = (&'p str, &'p str)>,
    ) -> Self {
        let named = |(name, text)| Some((files.find(name)?, text));
        Originals {
            files,
            texts: originals.into_iter().filter_map(named).collect(),
            sources: sources.to_vec(),
            preprocessed: OnceCell::new(),
        }
    }

    fn original(&self, file: FileId, line: u32) -> Option<&'p str> {
        let text = self.texts.get(&file)?.trim_start_matches('\u{feff}');
        text.lines().nth((line as usize).checked_sub(1)?)
    }

    fn preprocessed(&self, file: FileId, line: u32) -> &[&'p str] {
        let lines = self.preprocessed.get_or_init(|| lines(&self.sources, self.files));
        lines.get(&(file, line)).map_or(&[], Vec::as_slice)
    }

    /// Where in a line of the user a place is, and how much of it is meant; in bytes.
    fn extent(&self, at: Place, original: &str) -> Option<(usize, usize)> {
        let column = usize::from(at.column).checked_sub(1)?;
        let lines = self.preprocessed(at.file, at.line);
        lines.iter().find_map(|line| same_token(line, column, original))
    }
}

impl Sources<Place> for Originals<'_> {
    fn place(&self, at: &Place) -> lariat_diagnostics::Place {
        let mut place = self.files.place(at);
        let Some(line) = self
            .original(at.file, at.line)
            .or_else(|| self.preprocessed(at.file, at.line).first().copied())
        else {
            return place;
        };
        (place.column, place.length) = match self.extent(*at, line) {
            None => (0, 0),
            Some((start, length)) => {
                let characters = |text: &str| text.chars().count() as u32;
                (characters(&line[..start]) + 1, characters(&line[start..start + length]))
            }
        };
        place
    }

    fn line(&self, file: &str, number: u32) -> Option<&str> {
        let file = self.files.find(file)?;
        self.original(file, number).or_else(|| self.preprocessed(file, number).first().copied())
    }
}

/// The lines of preprocessed texts, by what line markers say.
fn lines<'p>(sources: &[Source<'p>], files: &FileNames) -> FxHashMap<(FileId, u32), Vec<&'p str>> {
    let mut found: FxHashMap<(FileId, u32), Vec<&str>> = FxHashMap::default();
    for source in sources {
        let (mut file, mut number) = (files.find(source.name), 0u32);
        for line in source.text.trim_start_matches('\u{feff}').lines() {
            number = number.saturating_add(1);
            if let Some(marker) = line_marker(line) {
                number = marker.line.saturating_sub(1);
                file = marker.file.map_or(file, |name| files.find(&name));
            } else if let Some(file) = file {
                found.entry((file, number)).or_default().push(line);
            }
        }
    }
    found
}

/// Where the original line has the token that the preprocessed one has in a column.
fn same_token(preprocessed: &str, column: usize, original: &str) -> Option<(usize, usize)> {
    let rest = preprocessed.get(column..)?;
    let before = &preprocessed[..column];
    let token = first_token(rest);
    let length = token.len();
    if original.strip_prefix(before).is_some_and(|r| r.starts_with(token)) {
        return Some((column, length));
    }
    if token.is_empty() {
        return None;
    }
    if let Some(start) = original.trim_end().strip_suffix(rest.trim_end()) {
        return Some((start.len(), length));
    }
    let there = occurrences(original, token);
    let here = occurrences(preprocessed, token);
    let start = match there.as_slice() {
        [only] => *only,
        _ if there.len() == here.len() => there[here.iter().position(|&h| h == column)?],
        _ => return None,
    };
    Some((start, length))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$' || !c.is_ascii()
}

/// A word, a number, or one other character.
fn first_token(text: &str) -> &str {
    let word = text.find(|c| !is_word(c)).unwrap_or(text.len());
    match word {
        0 => &text[..text.chars().next().map_or(0, char::len_utf8)],
        end => &text[..end],
    }
}

/// Where a token is in a line.
fn occurrences(line: &str, token: &str) -> Vec<usize> {
    let is_whole = |&(start, _): &(usize, &str)| {
        !token.starts_with(is_word)
            || !(line[..start].ends_with(is_word)
                || line[start + token.len()..].starts_with(is_word))
    };
    line.match_indices(token).filter(is_whole).map(|(start, _)| start).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(preprocessed: &str, original: &str, token: &str, expected: Option<&str>) {
        let column = preprocessed.find(token).unwrap();
        let found = same_token(preprocessed, column, original);
        let marked = found.map(|(start, length)| {
            format!("{}<{}>", &original[..start], &original[start..start + length])
        });
        assert_eq!(marked.as_deref(), expected);
    }

    #[test]
    fn tokens_that_macros_moved() {
        check("int a = b;", "int a = b;", "b", Some("int a = <b>"));
        check("int a[100] = foo;", "int a[N] = foo;", "foo", Some("int a[N] = <foo>"));
        check("x = 100 + y; ", "x = N + y; // with y", "y", None);
        check("x = 100 + yy; ", "x = N + yy; // with y", "yy", Some("x = N + <yy>"));
        check("x = 100 + 7;", "x = N;", "7", None);
        check("f(1); g(2); f(3)", "f(ONE); g(2); f(3)", "g", Some("f(ONE); <g>"));
    }

    #[test]
    fn lines_by_markers() {
        let mut files = FileNames::default();
        let (a, h) = (files.intern("a.c"), files.intern("h \"x\".h"));
        let text = "int x;\n# 7 \"h \\\"x\\\".h\" 1\nint y = 100;\n# 3 \"a.c\" 2\nint z;";
        let source = Source { name: "a.c", text };
        let header = "\n\n\n\n\n\n  int y = N;\n";
        let originals = Originals::new(&files, &[source], [("h \"x\".h", header)]);
        assert_eq!(originals.line("a.c", 3), Some("int z;"));
        assert_eq!(originals.line("h \"x\".h", 7), Some("  int y = N;"));
        let place = |file, line, column| {
            let p = originals.place(&Place { file, line, column });
            (p.line, p.column, p.length)
        };
        assert_eq!(place(a, 3, 5), (3, 5, 1));
        assert_eq!(place(h, 7, 5), (7, 7, 1));
        assert_eq!(place(h, 7, 9), (7, 0, 0));
        assert_eq!(place(h, 99, 9), (99, 9, 1));
    }
}
