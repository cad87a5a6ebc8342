//! Flags of C compilers: what of them reading a program needs.
//!
//! People have them in compilation databases, in makefiles and in their fingers. Each is one of four things:
//! something the preprocessor must know, a data model, without meaning for what a program does, or a change of
//! the language that we do not follow, which is refused rather than ignored.

use crate::layout::DataModel;
use crate::preprocess::Flag;

/// What a flag is to us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The preprocessor gets it.
    Preprocess(Flag),
    /// `-m32`, `-m64`
    Model(DataModel),
    /// It does not change what the program means.
    Nothing,
    /// It changes what the program means, and we do not follow.
    Refused,
}

/// Flags that change the language, types or arithmetic in a way that nothing here knows.
const REFUSED: &[&str] = &[
    "-funsigned-char",
    "-fno-signed-char",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-ftrapv",
    "-ffast-math",
    "-Ofast",
    "-funsafe-math-optimizations",
    "-ffinite-math-only",
    "-fassociative-math",
    "-freciprocal-math",
    "-fsingle-precision-constant",
    "-finstrument-functions",
    "-fopenmp",
    "-fopenacc",
    "-fgnu-tm",
    "-fplan9-extensions",
    "-fexceptions",
    "-mlong-double-64",
    "-mlong-double-128",
    "-mx32",
    "-m16",
    "-mms-bitfields",
    "-malign-double",
    "-mpc32",
    "-mpc64",
];

/// Flags with a value in the next argument that mean nothing to us.
const WITH_VALUE: &[&str] =
    &["-o", "-MF", "-MT", "-MQ", "-Xlinker", "-T", "-u", "-arch", "-target"];

type MakeFlag = fn(String) -> Flag;

/// Flags for the preprocessor whose value stands behind them, or in the next argument.
const VALUED: [(&str, MakeFlag); 6] = [
    ("-isystem", |v| Flag::SystemDirectory(v.into())),
    ("-iquote", |v| Flag::IncludeDirectory(v.into())),
    ("-include", |v| Flag::Include(v.into())),
    ("-I", |v| Flag::IncludeDirectory(v.into())),
    ("-D", Flag::Define),
    ("-U", Flag::Undefine),
];

/// What a flag means; it takes its value from the arguments behind it. `None`: no flag that we know.
pub fn meaning(flag: &str, rest: &mut dyn Iterator<Item = String>) -> Option<Meaning> {
    match flag {
        "-m32" => return Some(Meaning::Model(DataModel::Ilp32)),
        "-m64" => return Some(Meaning::Model(DataModel::Lp64)),
        "-O" | "-c" | "-S" | "-E" | "-w" | "-g" | "-s" | "-pipe" | "-pthread" | "-pedantic"
        | "-pedantic-errors" | "-static" | "-shared" | "-rdynamic" | "-nostdlib" | "-ansi" => {
            return Some(match flag {
                "-ansi" | "-pthread" => Meaning::Preprocess(Flag::Other(flag.to_owned())),
                _ => Meaning::Nothing,
            });
        }
        _ => {}
    }
    let name = flag.split('=').next().unwrap_or(flag);
    if REFUSED.contains(&name) {
        return Some(Meaning::Refused);
    }
    if WITH_VALUE.contains(&flag) {
        rest.next();
        return Some(Meaning::Nothing);
    }
    for (prefix, make) in VALUED {
        if let Some(value) = flag.strip_prefix(prefix) {
            return Some(match value {
                "" => rest.next().map_or(Meaning::Nothing, |v| Meaning::Preprocess(make(v))),
                _ => Meaning::Preprocess(make(value.to_owned())),
            });
        }
    }
    // What macros are predefined depends on these.
    if ["-std=", "-O", "-f", "-m", "-nostdinc"].iter().any(|p| flag.starts_with(p)) {
        return Some(Meaning::Preprocess(Flag::Other(flag.to_owned())));
    }
    ["-W", "-g", "-l", "-L", "-M", "-save-temps", "--param", "-dumpbase"]
        .iter()
        .any(|p| flag.starts_with(p))
        .then_some(Meaning::Nothing)
}

/// Splits a command, or a file of arguments, as a POSIX shell does, without expansions.
pub fn split_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => {
                if let Some(next) = chars.next() {
                    word.get_or_insert_default().push(next);
                }
            }
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
