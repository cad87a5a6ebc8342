//! Part files: one part of a search as a small JSON file (schema `lariat-part/1`). It names the program
//! by file and hash, the arguments of `check` that ask the question, and what was decided about which
//! call sites; so it can be checked on any machine that has the program.

use crate::args::{CheckArgs, CheckLine};
use clap::Parser;
use lariat_reach::{Decision, Fnv, Part};
use lariat_verify::PartOf;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// The schema.
const SCHEMA: &str = "lariat-part/1";
/// How names of part files end.
pub const ENDING: &str = ".part.json";

/// Parts are searched by the bounded search alone, with all variables: that is what was split.
const FIXED: [&str; 5] = ["--track-all", "--houdini", "off", "--unbounded", "off"];

/// A program that was split.
#[derive(Clone, Debug)]
pub struct Whole {
    /// Its files, each with the hash of its contents.
    pub files: Vec<(String, u64)>,
    /// Arguments of `check`.
    pub arguments: Vec<String>,
    /// How many parts there are.
    pub count: usize,
    /// Tells this split from others.
    pub split: String,
}

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

/// The hash of a file's contents.
pub fn hash_file(file: &str) -> Result<u64, String> {
    let bytes = std::fs::read(file)
        .map_err(|e| format!("cannot read `{file}`: {}", crate::input::plain_reason(&e)))?;
    let mut hash = Fnv::default();
    hash.add(&bytes);
    Ok(hash.0)
}

impl Whole {
    /// For parts that were just made.
    pub fn new(files: &[String], arguments: &[String], parts: &[Part]) -> Result<Whole, String> {
        let hashed = |file: &String| Ok((file.clone(), hash_file(file)?));
        let files = files.iter().map(hashed).collect::<Result<Vec<_>, String>>()?;
        let mut hash = Fnv::default();
        let contents: Vec<u64> = files.iter().map(|f| f.1).collect();
        hash.add(format!("{contents:?} {arguments:?} {parts:?}").as_bytes());
        Ok(Whole {
            files,
            arguments: arguments.to_vec(),
            count: parts.len(),
            split: format!("{:016x}", hash.0),
        })
    }

    /// The text of a part file.
    pub fn write(&self, number: usize, part: &Part) -> String {
        let files = self.files.iter();
        let files: Vec<Value> = files
            .map(|(name, hash)| json!({ "name": name, "hash": format!("{hash:016x}") }))
            .collect();
        let decisions = part.decisions.iter();
        let decisions: Vec<Value> =
            decisions.map(|d| json!([d.number, d.site, d.reached])).collect();
        let value = json!({
            "schema": SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "split": self.split,
            "number": number,
            "of": self.count,
            "files": files,
            "arguments": self.arguments,
            "program": format!("{:016x}", part.program.unwrap_or_default()),
            "bound": part.bound,
            "decisions": decisions,
            "links": part.links,
        });
        format!("{value}\n")
    }
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
    if value["schema"] != SCHEMA {
        return Err(format!("`{file}` is not a part that `lariat split` wrote ({SCHEMA})"));
    }
    if value["version"] != env!("CARGO_PKG_VERSION") {
        return Err(format!(
            "`{file}` was written by version {} of Lariat; parts are for the version that made them",
            value["version"].as_str().unwrap_or("unknown")
        ));
    }
    parse(&value, Path::new(file).parent().unwrap_or(Path::new("")))
        .unwrap_or_else(|| Err(format!("`{file}` is damaged")))
}

/// `None` if something is missing.
#[allow(clippy::type_complexity)]
fn parse(value: &Value, folder: &Path) -> Option<Result<(CheckArgs, Arc<Part>, PartOf), String>> {
    let number = |v: &Value| u32::try_from(v.as_u64()?).ok();
    let hash = |v: &Value| u64::from_str_radix(v.as_str()?, 16).ok();
    let mut files = Vec::new();
    for entry in value["files"].as_array()? {
        match find(entry["name"].as_str()?, hash(&entry["hash"])?, folder) {
            Ok(file) => files.push(file),
            Err(problem) => return Some(Err(problem)),
        }
    }
    let words = value["arguments"].as_array()?.iter();
    let words = words.map(|w| w.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()?;
    let decisions = value["decisions"].as_array()?.iter();
    let decisions = decisions.map(|d| {
        Some(Decision { number: number(&d[0])?, site: number(&d[1])?, reached: d[2].as_bool()? })
    });
    let links = value["links"].as_array()?.iter();
    let part = Part {
        program: Some(hash(&value["program"])?),
        bound: number(&value["bound"])?,
        links: links.map(|l| Some((number(&l[0])?, number(&l[1])?))).collect::<Option<_>>()?,
        decisions: decisions.collect::<Option<Vec<_>>>()?,
    };
    let of = PartOf {
        split: value["split"].as_str()?.to_owned(),
        number: value["number"].as_u64()? as usize,
        of: value["of"].as_u64()? as usize,
        decisions: part.decisions.iter().map(|d| (d.number, d.reached)).collect(),
    };
    Some(arguments(&files, &words).map(|args| (args, Arc::new(part), of)))
}

/// The program's file: where it was when it was split, else beside the part.
fn find(name: &str, hash: u64, folder: &Path) -> Result<String, String> {
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
        .find(|p| hash_file(p) == Ok(hash))
        .ok_or_else(|| format!("`{name}` was changed since it was split"))
}
