//! Part files: writing them, and the arguments of `check` that they stand for.

use crate::args::given::given;
use crate::args::table::{Role, Row};
use crate::args::{CheckArgs, CheckLine};
use clap::{CommandFactory, FromArgMatches};
use lariat_reach::Part;
use lariat_verify::{HashedFile, PART_SCHEMA, PartFile, PartOf};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// The options of a command line, with their words.
pub type Given = Vec<(&'static Row, Vec<String>)>;

/// How names of part files end.
pub const ENDING: &str = ".part.json";

/// Parts are searched by the bounded search alone, with all variables: that is what was split.
const FIXED: [&str; 5] = ["--track-all", "--houdini", "off", "--unbounded", "off"];

/// Is this a part file, by its name?
pub fn is_part(file: &str) -> bool {
    file.ends_with(ENDING)
}

/// The arguments of `check` that ask about the whole program, and their words.
pub fn arguments(files: &[String], extra: &[String]) -> Result<(CheckArgs, Given), String> {
    let fixed = FIXED.iter().map(|a| (*a).to_owned());
    let words = ["lariat check".to_owned()].into_iter();
    let all = words.chain(extra.iter().cloned()).chain(fixed).chain(["--".to_owned()]);
    let line = CheckLine::command().try_get_matches_from(all.chain(files.iter().cloned()));
    let matches = line.map_err(|error| error.to_string())?;
    let read = CheckLine::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    Ok((read.args, given(&matches)))
}

/// A file with the hash of its contents.
fn hashed(file: &str) -> Result<HashedFile, String> {
    let bytes = std::fs::read(file)
        .map_err(|e| format!("cannot read `{file}`: {}", crate::input::plain_reason(&e)))?;
    Ok(HashedFile::new(file, &bytes))
}

/// The texts of the part files of a program.
pub fn write(files: &[String], words: &[String], parts: &[Part]) -> Result<Vec<String>, String> {
    let files = files.iter().map(|file| hashed(file)).collect::<Result<Vec<_>, String>>()?;
    let all = PartFile::all(env!("CARGO_PKG_VERSION"), &files, words, parts);
    Ok(all.iter().map(|file| format!("{}\n", json!(file))).collect())
}

/// If a part file is to be checked: the question that it is about, asked in the user's way, and the part.
#[allow(clippy::type_complexity)]
pub fn instead_of(
    args: &CheckArgs,
    given: &Given,
) -> Result<(CheckArgs, Option<(Arc<Part>, PartOf)>), String> {
    match args.files.as_slice() {
        [file] if is_part(file) => {
            if let Some((row, _)) = given.iter().find(|(row, _)| row.role == Role::Question) {
                return Err(format!(
                    "`--{}` belongs to the question, and a part has its own",
                    row.name
                ));
            }
            let (files, mut words, part, of) = read(file)?;
            words.extend(given.iter().flat_map(|(_, words)| words.iter().cloned()));
            Ok((arguments(&files, &words)?.0, Some((part, of))))
        }
        files if files.iter().any(|f| is_part(f)) => {
            Err("a part is checked alone: it names its program itself".into())
        }
        _ => Ok((args.clone(), None)),
    }
}

/// Reads a part file: the files and the question of the whole, and what it is a part of.
#[allow(clippy::type_complexity)]
fn read(file: &str) -> Result<(Vec<String>, Vec<String>, Arc<Part>, PartOf), String> {
    let text = crate::input::read(file)?;
    let value: Value = serde_json::from_str(&text).map_err(|e| format!("`{file}`: {e}"))?;
    if value["schema"] != PART_SCHEMA {
        return Err(format!("`{file}` is not a part that `lariat split` wrote ({PART_SCHEMA})"));
    }
    if value["version"] != env!("CARGO_PKG_VERSION") {
        return Err(format!(
            "`{file}` was written by version {} of Lariat; parts are for the version that made them",
            value["version"].as_str().unwrap_or("unknown")
        ));
    }
    let damaged = || format!("`{file}` is damaged");
    let read: PartFile = serde_json::from_value(value).map_err(|_| damaged())?;
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let files = read.files.iter().map(|file| find(file, folder)).collect::<Result<Vec<_>, _>>()?;
    let (part, of) = read.part().ok_or_else(damaged)?;
    Ok((files, read.arguments, Arc::new(part), of))
}

/// The program's file: where it was when it was split, else beside the part.
fn find(HashedFile { name, hash }: &HashedFile, folder: &Path) -> Result<String, String> {
    let own_name = Path::new(name).file_name().unwrap_or_default();
    let places = [Path::new(name).to_owned(), folder.join(name), folder.join(own_name)];
    let there: Vec<_> = places.iter().filter(|p| p.is_file()).collect();
    if there.is_empty() {
        return Err(format!(
            "cannot find `{name}`, of which this is a part; put it beside the part"
        ));
    }
    let mut names = there.iter().map(|p| p.display().to_string());
    names
        .find(|p| hashed(p).is_ok_and(|found| found.hash == *hash))
        .ok_or_else(|| format!("`{name}` was changed since it was split"))
}
