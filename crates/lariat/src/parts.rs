//! Part files: writing them, and the arguments of `check` that they stand for.

use crate::args::{CheckArgs, CheckLine};
use clap::Parser;
use lariat_reach::Part;
use lariat_verify::{HashedFile, PART_SCHEMA, PartFile, PartOf};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// How names of part files end.
pub const ENDING: &str = ".part.json";

/// Parts are searched by the bounded search alone, with all variables: that is what was split.
const FIXED: [&str; 5] = ["--track-all", "--houdini", "off", "--unbounded", "off"];

/// Is this a part file, by its name?
pub fn is_part(file: &str) -> bool {
    file.ends_with(ENDING)
}

/// The arguments of `check` that ask about the whole program.
pub fn arguments(files: &[String], extra: &[String]) -> Result<CheckArgs, String> {
    let fixed = FIXED.iter().map(|a| (*a).to_owned());
    let words = ["lariat check".to_owned()].into_iter();
    let all = words.chain(extra.iter().cloned()).chain(fixed).chain(["--".to_owned()]);
    let line = CheckLine::try_parse_from(all.chain(files.iter().cloned()));
    line.map(|line| line.args).map_err(|error| error.to_string())
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
pub fn instead_of(args: &CheckArgs) -> Result<(CheckArgs, Option<(Arc<Part>, PartOf)>), String> {
    match args.files.as_slice() {
        [file] if is_part(file) => {
            let (question, part, of) = read(file)?;
            let args = CheckArgs {
                files: question.files,
                goal: question.goal,
                entry: question.entry,
                recursion_bound: question.recursion_bound,
                deepen: question.deepen,
                infer_modifies: question.infer_modifies,
                preset: question.preset,
                loops: question.loops,
                c: question.c,
                no_sharing: question.no_sharing,
                no_skeleton: question.no_skeleton,
                abstraction: question.abstraction,
                proof: question.proof,
                ..args.clone()
            };
            Ok((args, Some((part, of))))
        }
        files if files.iter().any(|f| is_part(f)) => {
            Err("a part is checked alone: it names its program itself".into())
        }
        _ => Ok((args.clone(), None)),
    }
}

/// Reads a part file: what to check instead, and what that is a part of.
pub fn read(file: &str) -> Result<(CheckArgs, Arc<Part>, PartOf), String> {
    let text = std::fs::read_to_string(file)
        .map_err(|e| format!("cannot read `{file}`: {}", crate::input::plain_reason(&e)))?;
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
    Ok((arguments(&files, &read.arguments)?, Arc::new(part), of))
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
