//! Places in source files.
//!
//! A place is what the user wants to see: the file, line and column *before*
//! preprocessing, as far as line markers tell. It is small enough to sit in every token
//! and every node, so no back-map from byte offsets is kept.

use lariat_diagnostics::Sources;
use std::collections::BTreeSet;
use std::fmt;

/// A source file's index in [`FileNames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u16);

/// File, line and column, both counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Place {
    /// The line; zero for things that no source text declares.
    pub line: u32,
    /// The file.
    pub file: FileId,
    /// The column in bytes; stops counting at 65535.
    pub column: u16,
}

impl Place {
    /// The place of built-in declarations.
    pub const NOWHERE: Place = Place { line: 0, file: FileId(0), column: 0 };
}

/// The names of all files that places refer to.
#[derive(Clone, Debug, Default)]
pub struct FileNames {
    names: Vec<String>,
    system: BTreeSet<FileId>,
}

impl FileNames {
    /// The id of a file name, new or known.
    pub fn intern(&mut self, name: &str) -> FileId {
        // Line markers jump between few files, mostly recent ones.
        if let Some(i) = self.names.iter().rposition(|n| n == name) {
            return FileId(i as u16);
        }
        if self.names.len() > usize::from(u16::MAX) {
            return FileId(u16::MAX);
        }
        self.names.push(name.to_owned());
        FileId((self.names.len() - 1) as u16)
    }

    /// The id of a file name, if it is known.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.names.iter().position(|n| n == name).map(|i| FileId(i as u16))
    }

    /// The preprocessor says that this is a header of the system.
    pub fn set_system(&mut self, file: FileId) {
        self.system.insert(file);
    }

    /// Is it a header of the system?
    pub fn is_system(&self, file: FileId) -> bool {
        self.system.contains(&file)
    }

    /// The name of a file.
    pub fn name(&self, file: FileId) -> &str {
        self.names.get(usize::from(file.0)).map_or("", |n| n)
    }

    /// A place for people: `file:line:column`.
    pub fn show(&self, place: Place) -> ShownPlace<'_> {
        ShownPlace { files: self, place }
    }
}

/// Without texts: columns are those after preprocessing.
impl Sources<Place> for FileNames {
    fn place(&self, at: &Place) -> lariat_diagnostics::Place {
        let Place { line, file, column } = *at;
        if line == 0 {
            return lariat_diagnostics::Place::nowhere();
        }
        let file = self.name(file).to_owned();
        lariat_diagnostics::Place { file, line, column: column.into(), length: 1 }
    }

    fn line(&self, _file: &str, _number: u32) -> Option<&str> {
        None
    }
}

/// A place that prints as `file:line:column`.
pub struct ShownPlace<'f> {
    files: &'f FileNames,
    place: Place,
}

impl fmt::Display for ShownPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.line == 0 {
            return f.write_str("<built-in>");
        }
        let Place { line, file, column } = self.place;
        write!(f, "{}:{line}:{column}", self.files.name(file))
    }
}

/// Bytes that are not UTF-8 become characters from here on, of a plane for private use.
const RAW_BYTES: u32 = 0x10_ff00;

/// Source text of any encoding that has ASCII: bytes that are not UTF-8 become characters that literals turn into
/// the same bytes again.
pub fn text_of(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let raw = chunk.invalid().iter();
        text.extend(raw.filter_map(|&byte| char::from_u32(RAW_BYTES + u32::from(byte))));
    }
    text
}

/// The byte for which a character of [`text_of`] stands.
pub(crate) fn raw_byte(c: char) -> Option<u8> {
    u8::try_from((c as u32).checked_sub(RAW_BYTES)?).ok()
}
