//! `lariat merge`: the answers about the parts of one program as one answer.
//!
//! Answers about the same part are joined (somebody tried again; two that exclude each other are an error), those of
//! different parts cover the whole. Whether they do is checked from the decisions in the answers, not from their
//! number: if executions are missing, nothing is known about these.

use crate::check::{exit_of, write_out};
use crate::cli::Format;
use crate::exit::Exit;
use clap::Args;
use lariat_passes::Goal;
use lariat_verdict::{Item, Knowledge, Overall, Reason, ReasonKind, Verdict};
use serde_json::{Value, json};
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

/// What is known about a part, and which executions it has.
struct Part<'a> {
    verdict: Verdict,
    decisions: Vec<(u32, bool)>,
    /// The answer that has the execution, if one was found.
    answer: &'a Value,
}

/// Which part an answer is about.
struct About<'a> {
    split: &'a str,
    number: u64,
    of: u64,
}

fn about<'a>(file: &str, result: &'a Value) -> Result<About<'a>, String> {
    let part = &result["part"];
    match (part["split"].as_str(), part["number"].as_u64(), part["of"].as_u64()) {
        (Some(split), Some(number), Some(of)) => Ok(About { split, number, of }),
        _ => Err(format!("`{file}` is not the answer about a part")),
    }
}

/// One answer from many; an error if they exclude each other or do not belong together.
fn merge(results: &[(String, Value)]) -> Result<Merged, String> {
    let mut parts: BTreeMap<u64, Part<'_>> = BTreeMap::new();
    let mut whole: Option<(&str, u64, &str)> = None;
    for (file, result) in results {
        let About { split, number, of } = about(file, result)?;
        match whole {
            None => whole = Some((split, of, file)),
            Some((first, _, name)) if first != split => {
                return Err(format!(
                    "`{file}` and `{name}` are about different programs or splits"
                ));
            }
            Some(_) => {}
        }
        let damaged = || format!("`{file}` is damaged");
        let verdict: Verdict = serde_json::from_value(result["part"]["verdict"].clone())
            .map_err(|e| format!("{}: {e}", damaged()))?;
        let decisions = decisions(result).ok_or_else(damaged)?;
        match parts.get_mut(&number) {
            None => {
                parts.insert(number, Part { verdict, decisions, answer: result });
            }
            Some(known) => {
                let joined = known.verdict.join(&verdict).map_err(|e| {
                    format!("answers about part {number} contradict each other (`{file}`): {e}")
                })?;
                if verdict.failures().next().is_some() && known.verdict.failures().next().is_none()
                {
                    known.answer = result;
                }
                known.verdict = joined;
            }
        }
    }
    let Some((split, of, _)) = whole else { return Err("there is no answer to merge".into()) };
    Ok(together(results, &parts, split, of))
}

/// The parts as a whole.
fn together(
    results: &[(String, Value)],
    parts: &BTreeMap<u64, Part<'_>>,
    split: &str,
    of: u64,
) -> Merged {
    let is_unknown = |part: &Part<'_>| matches!(part.verdict.overall(), Overall::Unknown(_));
    let missing: Vec<u64> = (1..=of).filter(|n| !parts.contains_key(n)).collect();
    let unknown: Vec<u64> =
        parts.iter().filter(|(_, part)| is_unknown(part)).map(|(&n, _)| n).collect();
    let decisions: Vec<Vec<(u32, bool)>> = parts.values().map(|p| p.decisions.clone()).collect();
    let mut verdicts = parts.values().map(|p| p.verdict.clone());
    let first = verdicts.next().unwrap_or_default();
    let mut verdict = verdicts.fold(first, |all, part| all.cover(&part));
    if !missing.is_empty() || !unknown.is_empty() || !lariat_reach::covers(&decisions) {
        // Executions that no part has may do anything.
        let reason = Reason::new(ReasonKind::Part, lacking(&missing, &unknown));
        let rest = Knowledge::unknown(reason);
        let others = |item: &Item| Item { known: rest.clone(), ..item.clone() };
        verdict = verdict.cover(&Verdict::of(verdict.items.iter().map(others).collect()));
        for item in &mut verdict.items {
            item.known.reasons = rest.reasons.clone();
        }
    }
    let overall = verdict.overall();
    let failing = parts.values().find(|p| p.verdict.failures().next().is_some());
    let shown = failing.or_else(|| parts.values().next()).map(|p| p.answer);
    let mut object = shown.and_then(Value::as_object).cloned().unwrap_or_default();
    if overall != Overall::Bug {
        for field in ["reason", "bound", "bound_hits"] {
            object.remove(field);
        }
    }
    object.insert("verdict".into(), overall.word().into());
    crate::json::answer(&mut object, &overall);
    object.insert("items".into(), crate::json::items(&verdict));
    object.remove("properties");
    object.remove("part");
    object.insert("stats".into(), add_up(results));
    let about = json!({ "split": split, "parts": of, "missing": missing, "unknown": unknown });
    object.insert("merged".into(), about);
    Merged { verdict, value: Value::Object(object) }
}

fn decisions(result: &Value) -> Option<Vec<(u32, bool)>> {
    let all = result["part"]["decisions"].as_array()?.iter();
    all.map(|d| Some((u32::try_from(d[0].as_u64()?).ok()?, d[1].as_bool()?))).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_verdict::{Assumption, Claim, Cut, Evidence, ItemId, Kind, Restriction, What};

    /// The verdict on the one place of a program.
    fn verdict(known: Knowledge) -> Verdict {
        Verdict::of(vec![Item {
            id: ItemId(0),
            kind: Kind::Assertion,
            property: "assertions".into(),
            function: "main".into(),
            place: None,
            message: String::new(),
            known,
        }])
    }

    fn proved(under: &[Assumption]) -> Knowledge {
        let under = under.iter().cloned().collect();
        let restriction = Restriction { under, ..Restriction::default() };
        Knowledge::claimed(Claim { restriction, by: "search".into() })
    }

    fn bounded() -> Knowledge {
        let restriction = Restriction { cut: Some(Cut::recursion(2)), ..Restriction::default() };
        Knowledge::claimed(Claim { restriction, by: "search".into() })
    }

    fn bug() -> Knowledge {
        Knowledge::reached(Evidence { depth: Some(1), id: 0, by: "search".into() })
    }

    fn unknown() -> Knowledge {
        Knowledge::unknown(Reason::new(ReasonKind::TimeLimit, "time"))
    }

    fn answer(number: u64, known: Knowledge, decisions: &[(u32, bool)]) -> (String, Value) {
        let part = json!({ "split": "a", "number": number, "of": 3, "decisions": decisions,
            "verdict": verdict(known) });
        (format!("{number}"), json!({ "verdict": "unknown", "files": ["p"], "part": part }))
    }

    const A: &[(u32, bool)] = &[(0, true)];
    const B: &[(u32, bool)] = &[(0, false), (1, true)];
    const C: &[(u32, bool)] = &[(0, false), (1, false)];

    #[track_caller]
    fn check(results: &[(String, Value)], expected: &str) -> Value {
        let merged = merge(results).expect("they belong together").value;
        assert_eq!(merged["verdict"], expected, "{merged}");
        merged
    }

    #[test]
    fn all_parts_make_the_whole() {
        let (a, b, c) =
            (answer(1, proved(&[]), A), answer(2, proved(&[]), B), answer(3, proved(&[]), C));
        check(&[a.clone(), b.clone(), c.clone()], "proved");
        let merged = check(&[a.clone(), answer(2, bounded(), B), c.clone()], "bounded");
        assert_eq!(merged["bound"], 2);
        check(&[a.clone(), answer(2, unknown(), B), b, c.clone()], "proved");
    }

    #[test]
    fn what_a_part_assumes_the_whole_assumes() {
        let (a, c) = (answer(1, proved(&[]), A), answer(3, proved(&[]), C));
        let by_user = Assumption::by_option(What::NoWrap, "--no-wrap");
        let merged = check(&[a.clone(), answer(2, proved(&[by_user]), B), c.clone()], "proved");
        assert_eq!(merged["assumes"], "no integer overflows or is truncated");
        let by_tool = Assumption::by_tool(What::AllocationSucceeds);
        let merged = check(&[a, answer(2, proved(&[by_tool]), B), c], "unknown");
        assert_eq!(merged["reason"]["kind"], "assumptions");
    }

    #[test]
    fn an_incomplete_set_proves_nothing() {
        let (a, c) = (answer(1, proved(&[]), A), answer(3, proved(&[]), C));
        let merged = check(&[a.clone(), c.clone()], "unknown");
        assert_eq!(merged["merged"]["missing"], json!([2]));
        check(&[a.clone(), answer(2, unknown(), B), c.clone()], "unknown");
        // Three answers, but executions that are in none of the parts.
        check(&[a.clone(), answer(2, proved(&[]), A), c], "unknown");
    }

    #[test]
    fn a_bug_is_a_bug_and_contradictions_are_errors() {
        let found = answer(2, bug(), B);
        check(&[answer(1, unknown(), A), found.clone()], "bug");
        assert!(merge(&[answer(2, proved(&[]), B), found.clone()]).is_err());
        assert!(merge(&[found, answer(2, bounded(), B)]).is_err());
        let mut other = answer(1, proved(&[]), A);
        other.1["part"]["split"] = "b".into();
        assert!(merge(&[answer(1, proved(&[]), A), other]).is_err());
        assert!(merge(&[]).is_err());
    }
}
