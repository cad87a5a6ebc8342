//! `compile_commands.json`: which files a project compiles, and with which flags.

use crate::flags::{Meaning, meaning, split_words};
use crate::layout::DataModel;
use crate::preprocess::Flag;
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::fmt;
use std::path::PathBuf;

/// One compiled file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileCommand {
    /// Where the compiler runs.
    pub directory: PathBuf,
    /// The source file, relative to the directory.
    pub file: PathBuf,
    /// The flags that matter to the preprocessor, in order.
    pub flags: Vec<Flag>,
    /// The data model if `-m32` or `-m64` says so.
    pub model: Option<DataModel>,
    /// Where the entry starts in the database.
    pub line: u32,
}

/// The text is no compilation database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileCommandsError {
    /// Why not.
    pub reason: String,
    /// The line, from 1.
    pub line: u32,
}

impl fmt::Display for CompileCommandsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a compilation database: {}", self.reason)
    }
}

impl std::error::Error for CompileCommandsError {}

/// Reads the text of a `compile_commands.json`. Entries that are not C are left out.
pub fn read_compile_commands(text: &str) -> Result<Vec<CompileCommand>, CompileCommandsError> {
    let bad = |reason: &str, line| CompileCommandsError { reason: reason.to_owned(), line };
    let entries: Vec<&RawValue> = serde_json::from_str(text).map_err(|e| match e.classify() {
        Category::Data => bad("expected a list of entries", 1),
        _ => bad(&e.to_string(), e.line() as u32),
    })?;
    let mut commands = Vec::new();
    for entry in entries {
        let line = line_of(text, entry.get());
        let entry: Value =
            serde_json::from_str(entry.get()).map_err(|e| bad(&e.to_string(), line))?;
        let field = |name: &str| entry.get(name).and_then(Value::as_str);
        let file = field("file").ok_or_else(|| bad("an entry has no `file`", line))?;
        let file = PathBuf::from(file);
        let is_c = file.extension().is_some_and(|e| e == "c" || e == "i");
        if !is_c {
            continue;
        }
        let arguments = match (entry.get("arguments").and_then(Value::as_array), field("command")) {
            (Some(list), _) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            (None, Some(command)) => split_words(command),
            (None, None) => {
                return Err(bad("an entry has neither `arguments` nor `command`", line));
            }
        };
        let (flags, model, refused) = relevant_flags(&arguments);
        if let Some(flag) = refused {
            return Err(bad(
                &format!("{} is compiled with {flag}, which is not supported", file.display()),
                line,
            ));
        }
        let directory = PathBuf::from(field("directory").unwrap_or("."));
        commands.push(CompileCommand { directory, file, flags, model, line });
    }
    Ok(commands)
}

/// The line in which a part of a text starts.
fn line_of(text: &str, part: &str) -> u32 {
    let offset = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    1 + before.iter().filter(|&&b| b == b'\n').count() as u32
}

fn relevant_flags(arguments: &[String]) -> (Vec<Flag>, Option<DataModel>, Option<String>) {
    let (mut flags, mut model, mut refused) = (Vec::new(), None, None);
    let mut rest = arguments.iter().skip(1).cloned();
    while let Some(argument) = rest.next() {
        match meaning(&argument, &mut rest) {
            Some(Meaning::Preprocess(flag)) => flags.push(flag),
            Some(Meaning::Model(wanted)) => model = Some(wanted),
            Some(Meaning::Refused) => refused = refused.or(Some(argument)),
            Some(Meaning::Nothing) | None => {}
        }
    }
    (flags, model, refused)
}
