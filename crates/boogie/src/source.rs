//! Source texts and places in them.
//!
//! A program may come from several files. Their texts are laid end to end in one
//! numbering of bytes, so that a [`Span`] of two numbers names a place without
//! carrying a file. [`SourceMap::locate`] turns an offset back into file, line, column.

/// A half-open range of global byte offsets, see [`SourceMap`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// The smallest range that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place for people: file name, line and column, both counted from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    /// Name of the source as it was given to [`SourceMap::add`].
    pub file: &'a str,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Text of that line without its line break.
    pub text: &'a str,
}

/// One source text with its name and its place in the global numbering.
#[derive(Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    start: u32,
    line_starts: Vec<u32>,
    /// What `#line` says, by the index of the line behind it.
    moved: Vec<(u32, Moved)>,
}

/// Where text came from: `#line N FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The number of the next line.
    pub line: u32,
    /// The file; none for the last one named.
    pub file: Option<String>,
}

impl Moved {
    fn read(line: &str) -> Option<Moved> {
        let mut words = line.strip_prefix("#line")?.trim().splitn(2, char::is_whitespace);
        let number = words.next()?.parse().ok()?;
        let file = words.next().map(|file| file.trim().trim_matches('"').to_owned());
        Some(Moved { line: number, file: file.filter(|file| !file.is_empty()) })
    }
}

impl SourceFile {
    /// Where the line with this index, from 0, came from: file and number, from 1.
    pub fn origin(&self, index: u32) -> (&str, u32) {
        let known = self.moved.partition_point(|(at, _)| *at <= index);
        let Some((at, moved)) = known.checked_sub(1).map(|last| &self.moved[last]) else {
            return (&self.name, index + 1);
        };
        let named = self.moved[..known].iter().rev().find_map(|(_, m)| m.file.as_deref());
        (named.unwrap_or(&self.name), moved.line + (index - at))
    }

    /// The files that `#line` names, in their order.
    pub fn origins(&self) -> impl Iterator<Item = &str> {
        self.moved.iter().filter_map(|(_, moved)| moved.file.as_deref())
    }

    /// Name given to [`SourceMap::add`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Global offset of the first byte.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// A line, counted from one, without its line break.
    pub fn line(&self, number: u32) -> Option<&str> {
        let start = *self.line_starts.get((number as usize).checked_sub(1)?)?;
        let rest = self.text.get(start as usize..)?;
        Some(rest.split('\n').next().unwrap_or("").trim_end_matches('\r'))
    }
}

/// The source texts of one program, in order.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// The sources together are larger than the four gigabytes that offsets can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTooLarge;

impl std::fmt::Display for SourceTooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the source texts together exceed 4 GB")
    }
}

impl std::error::Error for SourceTooLarge {}

impl SourceMap {
    /// A map without sources.
    pub fn new() -> Self {
        Self::default()
    }

    /// A map of one source.
    pub fn single(
        name: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<Self, SourceTooLarge> {
        let mut map = Self::new();
        map.add(name, text)?;
        Ok(map)
    }

    /// Appends a source text.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<(), SourceTooLarge> {
        let text = text.into();
        // One byte of distance, so that the end of a file is not the start of the next.
        let start = self.files.last().map_or(0, |f| f.start as u64 + f.text.len() as u64 + 1);
        if start + text.len() as u64 >= u64::from(u32::MAX) {
            return Err(SourceTooLarge);
        }
        let line_starts: Vec<u32> = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        let pragmas = text.lines().enumerate().filter(|(_, line)| line.starts_with("#line"));
        let moved = pragmas.filter_map(|(i, line)| Some((i as u32 + 1, Moved::read(line)?)));
        let moved = moved.collect();
        let start = start as u32;
        self.files.push(SourceFile { name: name.into(), text, start, line_starts, moved });
        Ok(())
    }

    /// Appends a source given as bytes; bytes that are not UTF-8 become `U+FFFD`,
    /// which the lexer reports as an unexpected character.
    pub fn add_bytes(
        &mut self,
        name: impl Into<String>,
        bytes: &[u8],
    ) -> Result<(), SourceTooLarge> {
        self.add(name, String::from_utf8_lossy(bytes).into_owned())
    }

    /// All sources, in the order they were added.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file that holds a global offset.
    pub fn file_of(&self, offset: u32) -> Option<&SourceFile> {
        let after = self.files.partition_point(|f| f.start <= offset);
        self.files.get(after.checked_sub(1)?)
    }

    /// The text a span covers; empty when the span is not inside one file.
    pub fn text(&self, span: Span) -> &str {
        self.file_of(span.start)
            .and_then(|f| {
                let end = span.end.checked_sub(f.start)?;
                f.text.get((span.start - f.start) as usize..end as usize)
            })
            .unwrap_or("")
    }

    /// File, line and column of a global offset.
    pub fn locate(&self, offset: u32) -> Location<'_> {
        let Some(file) = self.file_of(offset) else {
            return Location { file: "", line: 1, column: 1, text: "" };
        };
        let local = (offset - file.start).min(file.text.len() as u32);
        let line = file.line_starts.partition_point(|&s| s <= local).saturating_sub(1);
        let start = file.line_starts[line] as usize;
        let rest = file.text.get(start..).unwrap_or("");
        let text = file.line(line as u32 + 1).unwrap_or("");
        let mut column = 1;
        for (i, _) in rest.char_indices() {
            if start + i >= local as usize {
                break;
            }
            column += 1;
        }
        let (name, number) = file.origin(line as u32);
        Location { file: name, line: number, column, text }
    }
}
