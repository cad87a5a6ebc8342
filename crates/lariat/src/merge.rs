//! `lariat merge`: the answers about the parts of one program as one answer.
//!
//! A bug in any part is a bug. Nothing is said to have no bug unless the parts without one cover every
//! execution, which is checked from the decisions in the answers, not from their number. Of several
//! answers about one part (somebody tried again) the one that says most counts; two that exclude each
//! other are an error.

use crate::check::write_out;
use crate::cli::Format;
use crate::exit::Exit;
use clap::Args;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The long help.
pub const HELP: &str = "\
The answers are those of `lariat check PART --format json`. If parts are missing or have no answer, that is
said, and the verdict is `unknown`, unless a bug was found in another.

Exit codes are those of `check`: 0 proved, 10 bug, 5 no answer; 6 if answers contradict each other.

Example:
  lariat merge parts/drv.*.json";

/// Arguments of `merge`.
#[derive(Clone, Debug, Args)]
pub struct MergeArgs {
    /// Answers of `lariat check` about parts, as JSON
    #[arg(required = true, value_name = "RESULT.json")]
    pub results: Vec<String>,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Runs the command and ends the process.
pub fn main(args: &MergeArgs) -> ! {
    let mut results = Vec::new();
    let mut unread = Vec::new();
    for file in &args.results {
        let text = std::fs::read_to_string(file).map_err(|e| crate::input::plain_reason(&e));
        let value = text.and_then(|t| {
            serde_json::from_str::<Value>(&t).map_err(|_| "not an answer as JSON".to_owned())
        });
        match value {
            Ok(value) => results.push((file.clone(), value)),
            // A job that died may have written nothing; the others still count.
            Err(why) => unread.push(format!("{file}: {why}")),
        }
    }
    for problem in &unread {
        eprintln!("warning: {problem}");
    }
    match merge(&results) {
        Err(problem) => {
            eprintln!("error: {problem}");
            Exit::Internal.now()
        }
        Ok(merged) => {
            let text = match args.format {
                Format::Json => {
                    format!("{}\n", serde_json::to_string_pretty(&merged).unwrap_or_default())
                }
                Format::Text => in_words(&merged),
            };
            write_out(&text);
            match merged["verdict"].as_str() {
                Some("bug") => Exit::Bug.now(),
                Some("proved") => Exit::Proved.now(),
                _ => Exit::Inconclusive.now(),
            }
        }
    }
}

/// How much an answer about a part says.
fn weight(result: &Value) -> u8 {
    match result["part"]["result"].as_str() {
        Some("bug") => 3,
        Some("proved") => 2,
        Some("bounded") => 1,
        _ => 0,
    }
}

/// One answer from many; an error if they exclude each other or do not belong together.
fn merge(results: &[(String, Value)]) -> Result<Value, String> {
    let mut by_number: BTreeMap<u64, &Value> = BTreeMap::new();
    let mut split: Option<(&str, u64, &str)> = None;
    for (file, result) in results {
        let part = &result["part"];
        let (Some(id), Some(number), Some(of)) =
            (part["split"].as_str(), part["number"].as_u64(), part["of"].as_u64())
        else {
            return Err(format!("`{file}` is not the answer about a part"));
        };
        match split {
            None => split = Some((id, of, file)),
            Some((first, _, name)) if first != id => {
                return Err(format!(
                    "`{file}` and `{name}` are about different programs or splits"
                ));
            }
            Some(_) => {}
        }
        let known = by_number.entry(number).or_insert(result);
        if contradict(known, result) {
            return Err(format!("answers about part {number} contradict each other (`{file}`)"));
        }
        if weight(result) > weight(known) {
            *known = result;
        }
    }
    let Some((id, of, _)) = split else { return Err("there is no answer to merge".into()) };
    let numbers = |found: &dyn Fn(u64) -> bool| (1..=of).filter(|&n| found(n)).collect::<Vec<_>>();
    let missing = numbers(&|n| !by_number.contains_key(&n));
    let unknown = numbers(&|n| by_number.get(&n).is_some_and(|r| weight(r) == 0));
    let about =
        json!({ "split": id, "parts": of, "missing": missing.clone(), "unknown": unknown.clone() });
    let bug = by_number.values().find(|r| weight(r) == 3);
    let clear: Vec<&&Value> = by_number.values().filter(|r| matches!(weight(r), 1 | 2)).collect();
    let Some(mut object) = by_number.values().next().and_then(|r| r.as_object()).cloned() else {
        return Err("the answers are damaged".into());
    };
    if let Some(bug) = bug.and_then(|r| r.as_object()) {
        object = bug.clone();
    } else {
        let parts: Vec<Vec<(u32, bool)>> = clear.iter().filter_map(|r| decisions(r)).collect();
        let complete = parts.len() == clear.len() && lariat_reach::covers(&parts);
        for field in ["reason", "bound", "bound_hits"] {
            object.remove(field);
        }
        if complete && missing.is_empty() && unknown.is_empty() {
            nothing_found(&mut object, &clear);
        } else {
            object.insert("verdict".into(), "unknown".into());
            object.insert(
                "reason".into(),
                json!({ "kind": "part", "text": lacking(&missing, &unknown) }),
            );
        }
    }
    object.insert("stats".into(), add_up(results));
    object.remove("part");
    object.insert("merged".into(), about);
    Ok(Value::Object(object))
}

/// A bug in a part that another run found to have none. (A bug beyond the bound of that other run is
/// not one: parts have the same bound.)
fn contradict(one: &Value, other: &Value) -> bool {
    let (least, most) = (weight(one).min(weight(other)), weight(one).max(weight(other)));
    most == 3 && (1..3).contains(&least)
}

fn decisions(result: &Value) -> Option<Vec<(u32, bool)>> {
    let all = result["part"]["decisions"].as_array()?.iter();
    all.map(|d| Some((u32::try_from(d[0].as_u64()?).ok()?, d[1].as_bool()?))).collect()
}

fn nothing_found(object: &mut Map<String, Value>, clear: &[&&Value]) {
    let mut hits: Vec<Value> = Vec::new();
    for hit in clear.iter().filter_map(|r| r["part"]["bound_hits"].as_array()).flatten() {
        if !hits.contains(hit) {
            hits.push(hit.clone());
        }
    }
    let bounded = clear.iter().filter(|r| weight(r) == 1);
    match bounded.filter_map(|r| r["part"]["bound"].as_u64()).min() {
        None if hits.is_empty() => {
            object.insert("verdict".into(), "proved".into());
        }
        bound => {
            object.insert("verdict".into(), "bounded".into());
            object.insert("bound".into(), bound.into());
            object.insert("bound_hits".into(), hits.into());
        }
    }
}

fn lacking(missing: &[u64], unknown: &[u64]) -> String {
    let list = |numbers: &[u64]| {
        let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
        words.join(", ")
    };
    match (missing, unknown) {
        ([], []) => "the parts do not cover every execution".into(),
        (missing, []) => format!("no answer is there about part {}", list(missing)),
        ([], unknown) => format!("part {} has no verdict", list(unknown)),
        (missing, unknown) => format!(
            "no answer is there about part {}, and part {} has no verdict",
            list(missing),
            list(unknown)
        ),
    }
}

/// What all runs cost together.
fn add_up(results: &[(String, Value)]) -> Value {
    let stats = || results.iter().map(|(_, r)| &r["stats"]);
    let sum = |name: &str| stats().filter_map(|s| s[name].as_f64()).sum::<f64>();
    let peak = stats().filter_map(|s| s["peak_memory_bytes"].as_u64()).max();
    json!({ "wall_s": sum("wall_s"), "cpu_s": sum("cpu_s"), "peak_memory_bytes": peak })
}

fn in_words(merged: &Value) -> String {
    let files: Vec<&str> =
        merged["files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let returns = merged["goal"] == "return";
    let parts = merged["merged"]["parts"].as_u64().unwrap_or(0);
    let mut out = format!("{}: ", files.join(" "));
    let _ = match merged["verdict"].as_str().unwrap_or("unknown") {
        "bug" => {
            let place = &merged["place"];
            let at = match (place["file"].as_str(), place["line"].as_u64()) {
                (Some(file), Some(line)) => format!(" ({file}:{line})"),
                _ => String::new(),
            };
            writeln!(out, "bug: {}{at}", merged["message"].as_str().unwrap_or(""))
        }
        "proved" if returns => writeln!(out, "proved: no execution returns ({parts} parts)"),
        "proved" => writeln!(out, "proved: no execution fails ({parts} parts)"),
        "bounded" => {
            let what = if returns { "no execution returns" } else { "no bug" };
            writeln!(out, "{what} within recursion bound {} ({parts} parts)", merged["bound"])
        }
        _ => writeln!(out, "unknown: {}", merged["reason"]["text"].as_str().unwrap_or("")),
    };
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(number: u64, result: &str, decisions: &[(u32, bool)]) -> (String, Value) {
        let hits = if result == "bounded" { json!([{ "procedure": "f" }]) } else { json!([]) };
        let part = json!({ "split": "a", "number": number, "of": 3, "result": result, "bound": 2,
            "decisions": decisions, "bound_hits": hits });
        (format!("{number}"), json!({ "verdict": "unknown", "files": ["p"], "part": part }))
    }

    const A: &[(u32, bool)] = &[(0, true)];
    const B: &[(u32, bool)] = &[(0, false), (1, true)];
    const C: &[(u32, bool)] = &[(0, false), (1, false)];

    #[track_caller]
    fn verdict(results: &[(String, Value)], expected: &str) -> Value {
        let merged = merge(results).expect("they belong together");
        assert_eq!(merged["verdict"], expected, "{merged}");
        merged
    }

    #[test]
    fn all_parts_make_the_whole() {
        let (a, b, c) = (answer(1, "proved", A), answer(2, "proved", B), answer(3, "proved", C));
        verdict(&[a.clone(), b.clone(), c.clone()], "proved");
        let cut = answer(2, "bounded", B);
        let merged = verdict(&[a.clone(), cut, c.clone()], "bounded");
        assert_eq!(merged["bound_hits"][0]["procedure"], "f");
        verdict(&[a.clone(), answer(2, "unknown", B), b, c.clone()], "proved");
    }

    #[test]
    fn an_incomplete_set_proves_nothing() {
        let (a, c) = (answer(1, "proved", A), answer(3, "proved", C));
        let merged = verdict(&[a.clone(), c.clone()], "unknown");
        assert_eq!(merged["merged"]["missing"], json!([2]));
        verdict(&[a.clone(), answer(2, "unknown", B), c.clone()], "unknown");
        // Three answers, but executions that are in none of the parts.
        verdict(&[a.clone(), answer(2, "proved", A), c], "unknown");
    }

    #[test]
    fn a_bug_is_a_bug_and_contradictions_are_errors() {
        let bug = answer(2, "bug", B);
        assert!(merge(&[answer(1, "unknown", A), bug.clone()]).is_ok());
        assert!(merge(&[answer(2, "proved", B), bug.clone()]).is_err());
        assert!(merge(&[bug, answer(2, "bounded", B)]).is_err());
        let mut other = answer(1, "proved", A);
        other.1["part"]["split"] = "b".into();
        assert!(merge(&[answer(1, "proved", A), other]).is_err());
        assert!(merge(&[]).is_err());
    }
}
