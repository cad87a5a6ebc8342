//! What gcc's preprocessor needs to be told about programs for Microsoft's compiler.
//!
//! Their `#include`s name files with `\\` and in any case, and files that a tool makes during the build. gcc on a system
//! whose file names are exact stops at the first of them; what it says is read, the file is looked for, and the
//! preprocessor runs once more with a directory that has a file of the wanted name, which includes the real one.

use super::{Flag, PreprocessError, Preprocessor, complaint, elsewhere, tracing};
use crate::layout::DataModel;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// How many names of one file and what it includes are mended.
const MOST_FORWARDS: usize = 200;

/// Macros of gcc's that are wrong on Windows.
const NOT_THERE: [&str; 10] = [
    "__linux__",
    "__linux",
    "linux",
    "__unix__",
    "__unix",
    "unix",
    "__gnu_linux__",
    "__ELF__",
    "__LP64__",
    "_LP64",
];

/// Flags for the macros that Microsoft's compiler predefines, where they differ from gcc's.
pub(super) fn macros(model: DataModel) -> Vec<String> {
    let mut flags: Vec<String> = NOT_THERE.iter().map(|name| format!("-U{name}")).collect();
    let mut define = |text: &str| flags.push(format!("-D{text}"));
    // A pragma in the middle of a line, for the preprocessor of C99.
    define("__pragma(...)=_Pragma(#__VA_ARGS__)");
    for common in ["_WIN32=1", "__WCHAR_TYPE__=unsigned short", "__WINT_TYPE__=unsigned short"] {
        define(common);
    }
    for common in [
        "__SIZEOF_LONG__=4",
        "__SIZEOF_WCHAR_T__=2",
        "__LONG_MAX__=2147483647L",
        "__WCHAR_MAX__=65535",
    ] {
        define(common);
    }
    let words: &[&str] = match model.pointer_size() {
        8 => &[
            "_WIN64=1",
            "_M_AMD64=100",
            "_M_X64=100",
            "__SIZE_TYPE__=unsigned long long",
            "__PTRDIFF_TYPE__=long long",
            "__INTPTR_TYPE__=long long",
            "__UINTPTR_TYPE__=unsigned long long",
            "__INT64_TYPE__=long long",
            "__UINT64_TYPE__=unsigned long long",
            "__INTMAX_TYPE__=long long",
            "__UINTMAX_TYPE__=unsigned long long",
        ],
        _ => &["_M_IX86=600", "_X86_=1"],
    };
    words.iter().for_each(|text| define(text));
    flags
}

/// A directory for files that include others, gone when it is dropped.
struct Forwards {
    directory: PathBuf,
}

impl Forwards {
    fn new() -> Option<Forwards> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("lariat-include-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir(&directory).ok()?;
        Some(Forwards { directory })
    }

    /// Makes the file of a name; `None` if it is there already, or the name leads elsewhere.
    fn add(&self, name: &str, text: &str) -> Option<()> {
        let path = self.directory.join(name);
        let inside = !name.starts_with('/') && !name.split('/').any(|part| part == "..");
        if !inside || path.exists() {
            return None;
        }
        fs::create_dir_all(path.parent()?).ok()?;
        fs::write(path, text).ok()
    }
}

impl Drop for Forwards {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Preprocesses a file, with names of included files as Microsoft's compiler understands them.
pub(super) fn run(preprocessor: &Preprocessor, file: &Path) -> Result<String, PreprocessError> {
    let text = with_files(preprocessor, file)?;
    let traces = tracing::undeclared(&text);
    if traces.is_empty() {
        return Ok(text);
    }
    let mut without = preprocessor.clone();
    let nothing = |name: String| Flag::Define(format!("{name}(...)=((void)0)"));
    without.flags.extend(traces.into_iter().map(nothing));
    with_files(&without, file)
}

/// Preprocesses a file, and finds files that it includes.
fn with_files(preprocessor: &Preprocessor, file: &Path) -> Result<String, PreprocessError> {
    let first = preprocessor.run_once(file);
    let Err(mut error) = first else { return first };
    let Some(forwards) = Forwards::new() else { return Err(error) };
    let mut with = preprocessor.clone();
    with.flags.push(Flag::Other("-idirafter".into()));
    with.flags.push(Flag::Other(forwards.directory.display().to_string()));
    for _ in 0..MOST_FORWARDS {
        let Some((includer, name)) = missing(&error) else { break };
        let text = match resolve(preprocessor, file, &includer, &name) {
            Some(path) => format!("#include \"{}\"\n", path.display()),
            // The trace preprocessor makes these; they have what the macros of tracing need, and nothing else.
            None if name.to_ascii_lowercase().ends_with(".tmh") => String::new(),
            None => match elsewhere::generated(&preprocessor.roots, &includer, &name) {
                Some(header) => header,
                None => break,
            },
        };
        if forwards.add(&name, &text).is_none() {
            break;
        }
        match with.run_once(file) {
            Err(next) => error = next,
            done => return done,
        }
    }
    Err(error)
}

/// The file that is missing, and which one includes it.
fn missing(error: &PreprocessError) -> Option<(PathBuf, String)> {
    let PreprocessError::Rejected { output, .. } = error else { return None };
    output.lines().find_map(|line| {
        let (place, kind, message) = complaint::message(line)?;
        let name = message.strip_suffix(": No such file or directory")?;
        (kind == "fatal error").then(|| (PathBuf::from(&place.file), name.to_owned()))
    })
}

/// The file that a name means: beside the including file, or in one of the directories.
fn resolve(
    preprocessor: &Preprocessor,
    file: &Path,
    includer: &Path,
    name: &str,
) -> Option<PathBuf> {
    let base = preprocessor.directory.clone().unwrap_or_default();
    let beside = [includer.parent(), file.parent()].into_iter().flatten().map(Path::to_owned);
    let directories = preprocessor.flags.iter().filter_map(|flag| match flag {
        Flag::IncludeDirectory(dir) | Flag::SystemDirectory(dir) => Some(dir.clone()),
        _ => None,
    });
    let name = name.replace('\\', "/");
    let near = beside.chain(directories).find_map(|directory| {
        let start = base.join(directory);
        let start = if start.as_os_str().is_empty() { PathBuf::from(".") } else { start };
        let found = name.split('/').try_fold(start, |at, part| entry(&at, part))?;
        found.is_file().then(|| fs::canonicalize(&found).ok()).flatten()
    });
    near.or_else(|| elsewhere::find(&preprocessor.roots, includer, &name))
}

/// The entry of a directory with this name, in whatever case.
fn entry(directory: &Path, name: &str) -> Option<PathBuf> {
    let exact = directory.join(name);
    if matches!(name, "" | "." | "..") || exact.exists() {
        return Some(exact);
    }
    let entries = fs::read_dir(directory).ok()?.filter_map(Result::ok);
    let mut same: Vec<PathBuf> = entries
        .filter(|e| e.file_name().to_str().is_some_and(|n| n.eq_ignore_ascii_case(name)))
        .map(|e| e.path())
        .collect();
    same.sort();
    same.into_iter().next()
}
