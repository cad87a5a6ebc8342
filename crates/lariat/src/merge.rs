//! `lariat merge`: the answers about the parts of one program as one answer.

use crate::args::Format;
use crate::check::write_out;
use crate::exit::Exit;
use crate::failure::exit_of;
use clap::Args;
use lariat_passes::Goal;
use lariat_verdict::{Overall, Verdict};
use lariat_verify::{PartReport, Whole};
use serde_json::{Value, json};
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
        Ok(Merged { verdict, value }) => {
            let overall = verdict.overall();
            let text = match args.format {
                Format::Json => {
                    format!("{}\n", serde_json::to_string_pretty(&value).unwrap_or_default())
                }
                Format::Text => in_words(&overall, &value),
            };
            write_out(&text);
            exit_of(&overall).now()
        }
    }
}

/// One answer from many.
struct Merged {
    verdict: Verdict,
    /// The answer as JSON.
    value: Value,
}

/// One answer from many; an error if they exclude each other or do not belong together.
fn merge(results: &[(String, Value)]) -> Result<Merged, String> {
    let parts = results.iter().map(|(file, result)| Ok((file.as_str(), about(file, result)?)));
    let whole = lariat_verify::merge(&parts.collect::<Result<Vec<_>, String>>()?)?;
    let overall = whole.verdict.overall();
    let mut parts = whole.parts.values();
    let failing = parts.clone().find(|p| p.verdict.failures().next().is_some());
    let shown = failing.or_else(|| parts.next()).map(|p| &results[p.report].1);
    let mut object = shown.and_then(Value::as_object).cloned().unwrap_or_default();
    if overall != Overall::Bug {
        for field in ["reason", "bound", "bound_hits"] {
            object.remove(field);
        }
    }
    object.insert("verdict".into(), overall.word().into());
    crate::json::answer(&mut object, &overall);
    object.insert("items".into(), crate::json::items(&whole.verdict));
    object.remove("properties");
    object.remove("part");
    object.insert("stats".into(), add_up(results));
    let Whole { verdict, split, count, missing, unknown, .. } = whole;
    let about = json!({ "split": split, "parts": count, "missing": missing, "unknown": unknown });
    object.insert("merged".into(), about);
    Ok(Merged { verdict, value: Value::Object(object) })
}

/// What an answer says about its part.
fn about(file: &str, result: &Value) -> Result<PartReport, String> {
    let part = &result["part"];
    if !part["split"].is_string() || !part["number"].is_u64() || !part["of"].is_u64() {
        return Err(format!("`{file}` is not the answer about a part"));
    }
    let damaged = |e: serde_json::Error| format!("`{file}` is damaged: {e}");
    let verdict = serde_json::from_value(part["verdict"].clone()).map_err(damaged)?;
    let of = serde_json::from_value(part.clone()).map_err(damaged)?;
    Ok(PartReport { of, verdict })
}

/// What all runs cost together.
fn add_up(results: &[(String, Value)]) -> Value {
    let stats = || results.iter().map(|(_, r)| &r["stats"]);
    let sum = |name: &str| stats().filter_map(|s| s[name].as_f64()).sum::<f64>();
    let peak = stats().filter_map(|s| s["peak_memory_bytes"].as_u64()).max();
    json!({ "wall_s": sum("wall_s"), "cpu_s": sum("cpu_s"), "peak_memory_bytes": peak })
}

fn in_words(overall: &Overall, merged: &Value) -> String {
    let files: Vec<&str> =
        merged["files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let parts = merged["merged"]["parts"].as_u64().unwrap_or(0);
    let mut out = format!("{}: ", files.join(" "));
    let _ = match overall {
        Overall::Bug => {
            let place = &merged["place"];
            let at = match (place["file"].as_str(), place["line"].as_u64()) {
                (Some(file), Some(line)) => format!(" ({file}:{line})"),
                _ => String::new(),
            };
            writeln!(out, "bug: {}{at}", merged["message"].as_str().unwrap_or(""))
        }
        Overall::Unknown(reason) => writeln!(out, "unknown: {}", reason.text),
        overall => {
            let goal = if merged["goal"] == "return" { Goal::Return } else { Goal::Failure };
            let line = crate::text::plain_line(overall, goal);
            writeln!(out, "{line} ({parts} parts)")
        }
    };
    out
}
