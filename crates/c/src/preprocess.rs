//! Runs the system's C compiler as a preprocessor.
//!
//! The only module of this crate with effects: it starts a process.

mod complaint;
mod elsewhere;
mod microsoft;
mod tracing;

pub use complaint::PreprocessError;

use crate::layout::DataModel;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A flag for the preprocessor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// `-I dir`
    IncludeDirectory(PathBuf),
    /// `-isystem dir`
    SystemDirectory(PathBuf),
    /// `-D name` or `-D name=value`
    Define(String),
    /// `-U name`
    Undefine(String),
    /// `-include file`
    Include(PathBuf),
    /// One that macros depend on, such as `-std=c99` or `-O2`.
    Other(String),
}

impl Flag {
    /// The flag with its path taken from a folder.
    pub fn within(self, folder: &Path) -> Flag {
        match self {
            Flag::IncludeDirectory(dir) => Flag::IncludeDirectory(folder.join(dir)),
            Flag::SystemDirectory(dir) => Flag::SystemDirectory(folder.join(dir)),
            Flag::Include(file) => Flag::Include(folder.join(file)),
            Flag::Define(_) | Flag::Undefine(_) | Flag::Other(_) => self,
        }
    }

    /// The flag as command line arguments.
    pub fn arguments(&self) -> Vec<OsString> {
        let (flag, value): (&str, OsString) = match self {
            Flag::IncludeDirectory(dir) => ("-I", dir.into()),
            Flag::SystemDirectory(dir) => ("-isystem", dir.into()),
            Flag::Define(text) => ("-D", text.into()),
            Flag::Undefine(name) => ("-U", name.into()),
            Flag::Include(file) => ("-include", file.into()),
            Flag::Other(text) => return vec![text.into()],
        };
        vec![flag.into(), value]
    }
}

/// How to preprocess.
#[derive(Clone, Debug)]
pub struct Preprocessor {
    /// The compiler to run, normally `cc`.
    pub compiler: OsString,
    /// The data model; ILP32 is asked for by `-m32`.
    pub model: DataModel,
    /// Flags in order.
    pub flags: Vec<Flag>,
    /// Where to run; flags and file names are relative to it.
    pub directory: Option<PathBuf>,
    /// Folders of the program. Of a program for Microsoft's compiler, files that are not found elsewhere are looked for there.
    pub roots: Vec<PathBuf>,
}

impl Preprocessor {
    /// The system's compiler without flags.
    pub fn new(model: DataModel) -> Self {
        Preprocessor {
            compiler: "cc".into(),
            model,
            flags: Vec::new(),
            directory: None,
            roots: Vec::new(),
        }
    }

    /// The command that [`Preprocessor::run`] runs.
    pub fn command(&self, file: &Path) -> Command {
        let mut command = Command::new(&self.compiler);
        command.args(["-E", "-std=gnu11", "-w"]);
        // What it says is read: not in the user's language.
        command.env("LC_ALL", "C");
        command.arg(self.model.machine_flag());
        if self.model.is_microsoft() {
            command.args(microsoft::macros(self.model));
        }
        for flag in &self.flags {
            command.args(flag.arguments());
        }
        // The file may have any suffix; it is C.
        command.args(["-x", "c"]).arg(file);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command
    }

    /// The preprocessed text of a file; bytes that are not UTF-8 are kept as [`crate::text_of`] says.
    pub fn run(&self, file: &Path) -> Result<String, PreprocessError> {
        match self.model.is_microsoft() {
            true => microsoft::run(self, file),
            false => self.run_once(file),
        }
    }

    fn run_once(&self, file: &Path) -> Result<String, PreprocessError> {
        let output = self.command(file).output().map_err(|e| PreprocessError::NotStarted {
            compiler: self.compiler.to_string_lossy().into_owned(),
            reason: e.to_string(),
        })?;
        if !output.status.success() {
            return Err(PreprocessError::Rejected {
                file: file.to_owned(),
                output: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            });
        }
        Ok(crate::text_of(output.stdout))
    }
}

/// Does the name of a file say that it is preprocessed already?
pub fn is_preprocessed(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "i")
}

/// Must a text be preprocessed? Not if it has line markers and no directives but pragmas: somebody has done it. A
/// text without either may still have predefined macros in it.
pub fn should_preprocess(text: &str) -> bool {
    needs_preprocessing(text) || !text.lines().any(|line| line_marker(line).is_some())
}

/// Does a text have directives other than line markers and pragmas?
pub fn needs_preprocessing(text: &str) -> bool {
    const WORDS: [&str; 8] =
        ["include", "define", "undef", "if", "ifdef", "ifndef", "endif", "else"];
    text.lines().any(|line| {
        line.trim_start().strip_prefix('#').is_some_and(|rest| {
            let rest = rest.trim_start();
            let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            WORDS.contains(&&rest[..end])
        })
    })
}

/// A line marker: which line of which file the next line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMarker {
    /// The line.
    pub line: u32,
    /// The file, if it says one.
    pub file: Option<String>,
    /// Does a header of the system begin here (the flags 1 and 3 of gcc)? What a macro of such a header becomes in another
    /// file has the flag 3 alone.
    pub system: bool,
}

/// Reads `# 12 "file.c"` or `#line 12 "file.c"`.
pub fn line_marker(line: &str) -> Option<LineMarker> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let line = rest[..end].parse().ok()?;
    let quoted = rest[end..].trim().strip_prefix('"');
    let name = quoted.map(before_quote);
    let flags = name.zip(quoted).map(|(name, all)| &all[name.len()..]);
    let has = |wanted: &str| flags.is_some_and(|all| all.split(' ').any(|flag| flag == wanted));
    let system = has("1") && has("3");
    Some(LineMarker { line, file: name.map(unescape), system })
}

/// The text up to the quote that ends it.
fn before_quote(text: &str) -> &str {
    let mut escaped = false;
    let end = text.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    &text[..end.unwrap_or(text.len())]
}

/// A file name as preprocessors quote it: `\\`, `\"`, and octal numbers for bytes that are not ASCII.
/// Other backslashes are part of the name: not every generator of markers quotes them.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'\\', [a @ b'2'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', after @ ..]) => {
                ((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'), after)
            }
            (b'\\', [quoted @ (b'\\' | b'"'), after @ ..]) => (*quoted, after),
            _ => (*first, after),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::line_marker;

    #[test]
    fn headers_of_the_system_begin_with_two_flags() {
        let system = |line: &str| line_marker(line).map(|marker| marker.system);
        assert_eq!(system("# 1 \"/usr/include/assert.h\" 1 3 4"), Some(true));
        assert_eq!(system("# 1 \"own.h\" 1"), Some(false));
        // A macro of such a header in the file itself.
        assert_eq!(system("# 12 \"main.c\" 3 4"), Some(false));
        assert_eq!(system("# 31 \"main.c\" 2"), Some(false));
        assert_eq!(system("int x;"), None);
    }
}
