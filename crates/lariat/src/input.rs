//! Reading the files of a program.

use lariat_boogie::{Library, SourceMap};
use lariat_dropin::boogie::STANDARD_INPUT as STDIN_FOR_BOOGIE;
pub use lariat_process::output::plain_reason;
use lariat_verify::InputError;
use std::io::Read;

/// The name under which standard input appears in messages.
pub const STANDARD_INPUT: &str = "<stdin>";

/// Reads all files of one program, and adds libraries; `-` is standard input.
pub fn read_sources(files: &[String], libraries: &[Library]) -> Result<SourceMap, InputError> {
    let mut sources = SourceMap::new();
    for file in files {
        let (name, bytes) = read_one(file)?;
        reject_binary(&name, &bytes)?;
        let added = match String::from_utf8(bytes) {
            Ok(text) => sources.add(name.clone(), text),
            Err(error) => sources.add_bytes(name.clone(), error.as_bytes()),
        };
        added.map_err(|e| InputError { file: name, reason: e.to_string(), help: None })?;
    }
    add_libraries(libraries, sources)
}

fn add_libraries(wanted: &[Library], mut sources: SourceMap) -> Result<SourceMap, InputError> {
    match Library::add_all(wanted, &mut sources) {
        Ok(()) => Ok(sources),
        Err(e) => {
            Err(InputError { file: "<library>".to_owned(), reason: e.to_string(), help: None })
        }
    }
}

/// As [`read_sources`], for Boogie's callers: a certain name that is no file is standard input.
pub fn boogie_sources(files: &[String], libraries: &[Library]) -> Result<SourceMap, InputError> {
    let mut sources = SourceMap::new();
    for file in files {
        let stdin = file == STDIN_FOR_BOOGIE && !std::path::Path::new(file).is_file();
        let (name, bytes) = read_one(if stdin { "-" } else { file })?;
        let name = if stdin { file.clone() } else { name };
        let added = sources.add_bytes(name.clone(), &bytes);
        added.map_err(|e| InputError { file: name, reason: e.to_string(), help: None })?;
    }
    add_libraries(libraries, sources)
}

/// The text of a file; in words if it cannot be read.
pub fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("cannot read `{file}`: {}", plain_reason(&e)))
}

/// Files with flags for the tools that Lariat stands in for.
pub struct FlagFiles;

impl lariat_dropin::Files for FlagFiles {
    fn is_file(&self, name: &str) -> bool {
        std::path::Path::new(name).is_file()
    }

    fn read(&self, name: &str) -> Result<String, String> {
        read(name)
    }
}

/// The text of a C file in any encoding that has ASCII; `-` is standard input.
pub fn read_c(file: &str) -> Result<String, InputError> {
    let (name, bytes) = read_one(file)?;
    reject_binary(&name, &bytes)?;
    Ok(lariat_c::text_of(bytes))
}

fn read_one(file: &str) -> Result<(String, Vec<u8>), InputError> {
    let failed = |reason: String, help: Option<&str>| InputError {
        file: file.to_owned(),
        reason,
        help: help.map(str::to_owned),
    };
    if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|e| failed(plain_reason(&e), None))?;
        return Ok((STANDARD_INPUT.to_owned(), bytes));
    }
    let suffix = std::path::Path::new(file).extension().and_then(|e| e.to_str());
    match suffix.unwrap_or_default() {
        "cc" | "cpp" | "cxx" | "c++" | "C" | "hpp" | "hh" | "hxx" | "ii" => {
            return Err(failed("it is C++, and Lariat reads C and Boogie".into(), None));
        }
        "h" => {
            return Err(failed(
                "it is a header".into(),
                Some("name the .c files that include it; -I says where headers are"),
            ));
        }
        _ => {}
    }
    if std::path::Path::new(file).is_dir() {
        return Err(failed(
            "it is a directory".into(),
            Some("name the .bpl files in it; several files make one program"),
        ));
    }
    let bytes = std::fs::read(file).map_err(|e| {
        let help = (e.kind() == std::io::ErrorKind::NotFound)
            .then_some("check the spelling and the current directory");
        failed(plain_reason(&e), help)
    })?;
    Ok((file.to_owned(), bytes))
}

/// A file with zero bytes near its start is no text; saying so once beats a page of syntax errors.
fn reject_binary(name: &str, bytes: &[u8]) -> Result<(), InputError> {
    const LOOK_AT: usize = 8192;
    match bytes.iter().take(LOOK_AT).position(|&b| b == 0) {
        None => Ok(()),
        Some(at) => Err(InputError {
            file: name.to_owned(),
            reason: format!("it is not text (a zero byte at offset {at})"),
            help: Some("Lariat reads Boogie programs as UTF-8 text".into()),
        }),
    }
}
