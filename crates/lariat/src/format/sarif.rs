//! The answer for editors and code hosts: SARIF 2.1.0, described in `docs/cli/sarif.md`.
//!
//! Results are places that fail, with the execution as a code flow. What is known about the others is the verdict, a
//! notification of the run: readers of SARIF show every result as a finding.

use crate::args::TraceArg;
use crate::exit::Exit;
use crate::json::matters;
use crate::{failure, text};
use lariat_trace::{Binding, Step};
use lariat_verdict::{Item, Kind, Overall};
use lariat_verify::{Bug, Failure, Location, Report, location_in_trace};
use serde_json::{Map, Value, json};

/// A verdict as SARIF.
pub fn result(report: &Report, detail: TraceArg) -> String {
    let overall = report.overall();
    let bugs = report.bugs();
    let results = bugs.iter().map(|(item, bug)| finding(item, bug, detail)).collect();
    let verdict = match bugs.len() {
        0 => text::plain_line(&overall, report.question.goal),
        n => {
            format!("bug: {n} {} found that fail", if n == 1 { "place was" } else { "places were" })
        }
    };
    let level = match overall {
        Overall::Bug | Overall::Proved(_) => "note",
        _ => "warning",
    };
    let mut notes = vec![notification(level, &verdict, None)];
    notes.extend(report.warnings.iter().map(|warning| notification("warning", warning, None)));
    log(results, failure::exit_of(&overall), true, notes)
}

/// The checked places of a program, before any search: whether they fail is open.
pub fn list(items: &[Item]) -> String {
    let open = |item: &Item| located(item, &item.message, "open", "none", item.place.as_ref());
    log(items.iter().map(|item| open(item).into()).collect(), Exit::Proved, true, Vec::new())
}

/// A run without a verdict.
pub fn failure(failure: &Failure) -> String {
    let places: Vec<(String, Location)> = match failure {
        Failure::Program { diagnostics, sources } => {
            diagnostics.iter().map(|d| placed(&d.resolve(sources.as_ref()))).collect()
        }
        Failure::C(report) => {
            report.diagnostics.iter().map(|d| placed(&d.resolve(&report.excerpts))).collect()
        }
        _ => Vec::new(),
    };
    let notes = match places.is_empty() {
        true => vec![notification("error", &failure.in_words(), None)],
        false => places.iter().map(|(text, at)| notification("error", text, Some(at))).collect(),
    };
    log(Vec::new(), failure::exit(failure), false, notes)
}

fn placed(diagnostic: &lariat_diagnostics::Diagnostic) -> (String, Location) {
    let at = &diagnostic.place;
    let place = Location { file: at.file.clone(), line: at.line, column: at.column };
    (diagnostic.message.clone(), place)
}

/// One run.
fn log(results: Vec<Value>, exit: Exit, successful: bool, notes: Vec<Value>) -> String {
    let rules: Vec<Value> = Kind::ALL
        .iter()
        .map(|kind| json!({ "id": kind.word(), "shortDescription": { "text": kind.about() } }))
        .collect();
    let driver = json!({
        "name": "Lariat", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules
    });
    let invocation = json!({
        "executionSuccessful": successful,
        "exitCode": exit.code(),
        "toolExecutionNotifications": notes,
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn notification(level: &str, text: &str, place: Option<&Location>) -> Value {
    let at: Vec<Value> =
        place.and_then(physical).map(|at| json!({ "physicalLocation": at })).into_iter().collect();
    json!({ "level": level, "message": { "text": text }, "locations": at })
}

/// A place that fails, with the execution.
fn finding(item: &Item, bug: &Bug, detail: TraceArg) -> Value {
    let failure = bug.trace.failure.as_ref();
    let in_trace = failure.and_then(|f| location_in_trace(f.source.as_ref().unwrap_or(&f.place)));
    let place = item.place.as_ref().or(in_trace.as_ref());
    let mut result = located(item, &bug.message, "fail", "error", place);
    let trace = bug.trace_in(detail.into());
    let steps: Vec<Value> = trace
        .steps
        .iter()
        .filter(|step| detail == TraceArg::Full || matters(step))
        .filter_map(flow)
        .collect();
    if detail != TraceArg::None && !steps.is_empty() {
        result.insert("codeFlows".into(), json!([{ "threadFlows": [{ "locations": steps }] }]));
    }
    result.into()
}

fn located(
    item: &Item,
    message: &str,
    kind: &str,
    level: &str,
    place: Option<&Location>,
) -> Map<String, Value> {
    let mut at = Map::new();
    if let Some(physical) = place.and_then(physical) {
        at.insert("physicalLocation".into(), physical);
    }
    if !item.function.is_empty() {
        at.insert(
            "logicalLocations".into(),
            json!([{ "name": item.function, "kind": "function" }]),
        );
    }
    let mut result = Map::new();
    result.insert("ruleId".into(), item.kind.word().into());
    result.insert("kind".into(), kind.into());
    result.insert("level".into(), level.into());
    result.insert("message".into(), json!({ "text": message }));
    result.insert("locations".into(), json!([at]));
    result.insert("properties".into(), json!({ "item": item.id, "property": item.property }));
    result
}

/// A step of an execution, if it stands in a file.
fn flow(step: &Step) -> Option<Value> {
    let place = location_in_trace(step.source.as_ref().unwrap_or(&step.place))?;
    let values = step.reads.iter().chain(&step.writes);
    let values: Vec<String> =
        values.map(|Binding { name, value, .. }| format!("{name} = {value}")).collect();
    let text = match values.is_empty() {
        true => step.text.clone(),
        false => format!("{} ({})", step.text, values.join(", ")),
    };
    let location = json!({ "physicalLocation": physical(&place)?, "message": { "text": text } });
    Some(json!({ "location": location, "nestingLevel": step.depth }))
}

fn physical(place: &Location) -> Option<Value> {
    if place.line == 0 {
        return None;
    }
    let mut region = json!({ "startLine": place.line });
    if place.column > 0 {
        region["startColumn"] = place.column.into();
    }
    Some(json!({ "artifactLocation": { "uri": uri(&place.file) }, "region": region }))
}

/// The name of a file as a reference relative to the working directory, or from the root.
fn uri(file: &str) -> String {
    let mut out = String::from(if file.starts_with('/') { "file://" } else { "" });
    for byte in file.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
