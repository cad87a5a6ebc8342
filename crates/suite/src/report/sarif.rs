//! SARIF 2.1.0, which editors and code hosts read: a result for each defect, with its execution as a code flow and how it
//! compares with the run before.

use super::steps::{Shown, Who, steps};
use crate::result::{Change, Changed, Defect, InstanceResult, SuiteResult};
use lariat_verdict::Place;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io;

/// The name under which fingerprints stand.
const FINGERPRINT: &str = "lariatDefect/v1";

/// The whole run.
pub fn write(suite: &SuiteResult) -> io::Result<String> {
    let mut rules: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for result in &suite.results {
        let about = rules.entry(&result.instance.rule).or_default();
        *about = about.or(result.about.as_deref());
    }
    for gone in &suite.changes {
        rules.entry(&gone.instance.rule).or_default();
    }
    let index: BTreeMap<&str, usize> =
        rules.keys().enumerate().map(|(n, &name)| (name, n)).collect();
    let mut results: Vec<Value> = Vec::new();
    for result in &suite.results {
        for defect in &result.defects {
            results.push(of_defect(suite, result, defect, index[result.instance.rule.as_str()]));
        }
    }
    let gone = suite.changes.iter().filter(|c| c.change == Change::Fixed);
    results.extend(gone.map(|gone| of_fixed(gone, index[gone.instance.rule.as_str()])));
    let rules: Vec<Value> = rules
        .iter()
        .map(|(name, about)| {
            let mut rule = json!({ "id": name });
            if let Some(about) = about {
                rule["shortDescription"] = json!({ "text": about });
            }
            rule
        })
        .collect();
    let notes = suite
        .problems
        .iter()
        .map(|problem| json!({ "level": "error", "message": { "text": problem.trim_end() } }));
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Lariat",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": suite.problems.is_empty(),
                "toolConfigurationNotifications": notes.collect::<Vec<_>>(),
            }],
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    Ok(serde_json::to_string_pretty(&log)?)
}

fn of_defect(suite: &SuiteResult, result: &InstanceResult, defect: &Defect, rule: usize) -> Value {
    let of = &result.instance;
    let mut out = json!({
        "ruleId": of.rule,
        "ruleIndex": rule,
        "level": "error",
        "kind": "fail",
        "message": { "text": format!("{} ({}, {})", defect.message, of.driver, of.harness) },
        "partialFingerprints": { FINGERPRINT: defect.fingerprint },
        "codeFlows": [{ "threadFlows": [{ "locations": flow(&steps(result, defect)) }] }],
    });
    if let Some(place) = &defect.place {
        let mut location = location(&place.file, place.line, place.column);
        if let Some(function) = &defect.function {
            location["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
        }
        out["locations"] = json!([location]);
    }
    if let Some(Place { file, line, column }) = &defect.rule_place {
        let mut related = location(file, *line, *column);
        related["message"] = json!({ "text": "the rule" });
        out["relatedLocations"] = json!([related]);
    }
    if suite.has_baseline {
        let is_new = suite.change_of(of, defect).is_none_or(|change| change == Change::New);
        out["baselineState"] = json!(if is_new { "new" } else { "unchanged" });
    }
    out
}

fn of_fixed(gone: &Changed, rule: usize) -> Value {
    json!({
        "ruleId": gone.instance.rule,
        "ruleIndex": rule,
        "level": "error",
        "kind": "fail",
        "message": { "text": format!(
            "{} ({}, {})", gone.message, gone.instance.driver, gone.instance.harness
        ) },
        "partialFingerprints": { FINGERPRINT: gone.fingerprint },
        "baselineState": "absent",
    })
}

fn flow(steps: &[Shown]) -> Vec<Value> {
    let last = steps.len().saturating_sub(1);
    let step = |(n, step): (usize, &Shown)| {
        let mut location = location(&step.file, step.line, step.column);
        location["message"] = json!({ "text": described(step) });
        let state: Map<String, Value> = step
            .state
            .iter()
            .map(|(name, value)| (name.clone(), json!({ "text": value })))
            .collect();
        let mut out = json!({
            "location": location,
            "nestingLevel": step.depth,
            "executionOrder": n + 1,
            "importance": match step.who {
                _ if n == last => "essential",
                Who::Program => "important",
                Who::Environment | Who::Rule => "unimportant",
            },
        });
        if !state.is_empty() {
            out["state"] = Value::Object(state);
        }
        out
    };
    steps.iter().enumerate().map(step).collect()
}

fn described(step: &Shown) -> String {
    let values: Vec<String> =
        step.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match values.is_empty() {
        true => step.what.clone(),
        false => format!("{}: {}", step.what, values.join(", ")),
    }
}

fn location(file: &str, line: u32, column: u32) -> Value {
    let mut region = json!({ "startLine": line.max(1) });
    if column > 0 {
        region["startColumn"] = json!(column);
    }
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file) }, "region": region } })
}

/// A file's name as a reference in the sense of RFC 3986. Files of a platform that comes with Lariat have no place on the
/// disk.
fn uri(file: &str) -> String {
    let (scheme, path) = match file.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        Some((platform, path)) => ("lariat:", format!("{platform}{path}")),
        None if file.starts_with('/') => ("file://", file.to_owned()),
        None => ("", file.to_owned()),
    };
    let mut out = scheme.to_owned();
    for byte in path.bytes() {
        match byte {
            b'\\' => out.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' | b'+' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
